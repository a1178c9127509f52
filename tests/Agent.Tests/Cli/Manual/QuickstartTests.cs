using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Manual;

/// <summary>
/// The commands of docs/quickstart-*.md exist, with their options. ./build.sh quickstarts runs them; this notices within each run of the
/// tests that a command was renamed.
/// </summary>
public sealed partial class QuickstartTests
{
    public static TheoryData<string> Pages => ["linux", "server", "windows", "kubernetes"];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Every_command_of_a_page_is_one_and_has_its_options(string name)
    {
        var page = File.ReadAllText(Path.Combine(Binaries.Root, "docs", $"quickstart-{name}.md"));
        var commands = Block().Matches(page).SelectMany(block => Line().Matches(block.Value)).Select(line => line.Groups[1].Value).ToList();
        Assert.NotEmpty(commands);
        Assert.All(commands, Known);
    }

    [Theory]
    [InlineData("iwtune fleet policy push edge.yaml")]
    [InlineData("iwtune set 16 --prove")]
    public void A_command_that_is_none_is_noticed(string line) => Assert.ThrowsAny<Xunit.Sdk.XunitException>(() => Known(line));

    private static void Known(string line)
    {
        var words = line.Split("   #")[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var command = Helped
            .All.Where(known => $"{line} ".StartsWith(known.Path + " ", StringComparison.Ordinal))
            .MaxBy(known => known.Path.Length);
        // Some commands list something themselves and have further commands below.
        Assert.True(command is { Commands.Count: 0 } || line == command?.Path, $"{line}: no such command");
        Assert.All(
            words.Where(word => word.StartsWith("--", StringComparison.Ordinal)).Select(word => word.Split('=')[0]),
            option => Assert.Contains(option, command!.Options)
        );
    }

    [GeneratedRegex("^```console.*?^```", RegexOptions.Singleline | RegexOptions.Multiline, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Block();

    [GeneratedRegex(@"^(?:[#$]|C:\\>) (iwtune .*)$", RegexOptions.Multiline)]
    private static partial Regex Line();
}
