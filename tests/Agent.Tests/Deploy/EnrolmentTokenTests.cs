using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Deploy;

/// <summary>The token is in a file or comes by the standard input, because every user sees the arguments of a process.</summary>
public sealed partial class EnrolmentTokenTests
{
    [Theory]
    [InlineData("deploy/ansible/roles/iwtune/tasks/enrol.yml")]
    [InlineData("deploy/puppet/iwtune/manifests/init.pp")]
    [InlineData("deploy/cloud-init/user-data.yaml")]
    [InlineData("deploy/kubernetes/agent.yaml")]
    public void The_token_is_no_argument(string file)
    {
        // Comments tell an operator of commands on the server.
        var text = Comment().Replace(File.ReadAllText(Path.Combine(Binaries.Root, file)), "");
        Assert.Matches("--token-file", text);
        Assert.DoesNotMatch("--token(?!-file)", text);
    }

    [GeneratedRegex("^ *#.*$", RegexOptions.Multiline)]
    private static partial Regex Comment();
}
