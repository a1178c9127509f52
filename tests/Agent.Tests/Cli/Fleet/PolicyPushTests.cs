using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>What the server says of a policy reaches the person who pushes it.</summary>
[Collection("command line")]
public sealed class PolicyPushTests : IDisposable
{
    private static readonly PolicyProblem Silent = new("scopes[0].window.initcwnd", "16", "no connections were reported (3 hosts)", 0, 0);

    private readonly Bench _bench = new();
    private readonly TestAuthority _authority = new();
    private readonly Shell _shell;

    public PolicyPushTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task Warnings_of_the_server_are_shown_and_those_of_the_document_once()
    {
        var file = _shell.Edge();
        var own = PolicyReader.Read(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).Warnings;
        var said = await PushAsync(
            file,
            (
                201,
                JsonSerializer.Serialize(
                    new PublishReply("edge", 1, "sha256:1", false, 1, 3, [.. own, Silent]),
                    PoliciesJson.Default.PublishReply
                )
            )
        );

        Assert.Equal(0, said.Exit);
        Assert.Equal(
            [$"warning: {file}:{Assert.Single(own)}", $"warning: {file}: {Silent}"],
            said.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        );
    }

    [Theory]
    [InlineData(3, " 'iwtune fleet policies rollback edge --to 3' restores the previous content.")]
    [InlineData(null, "")]
    public async Task The_way_back_is_the_revision_that_was_released_before(int? previous, string way)
    {
        var reply = new PublishReply("edge", 5, "sha256:5", false, 9, 3, [], previous);
        var said = await PushAsync(_shell.Edge(), (201, JsonSerializer.Serialize(reply, PoliciesJson.Default.PublishReply)));

        Assert.Equal($"edge: published as revision 5; it reaches 3 hosts.{way}\n", said.Out);
    }

    [Fact]
    public async Task A_refusal_ends_with_what_was_not_done()
    {
        var file = _shell.File("fine.yaml", "policy: fine\nwindow: { initcwnd: 10 }\nscopes: [default]\n");
        var problem = new FleetProblem("The policy was not published.", 400, "1 problem; nothing was changed.", [Silent]);
        var said = await PushAsync(file, (400, JsonSerializer.Serialize(problem, WireJson.Default.FleetProblem)));

        Assert.Equal(64, said.Exit);
        Assert.Equal($"{file}: {Silent}\nThe policy was not published. 1 problem; nothing was changed.\n", said.Error);
    }

    public void Dispose()
    {
        _authority.Dispose();
        _shell.Dispose();
        _bench.Dispose();
    }

    private async Task<Said> PushAsync(string file, (int Status, string Body) answer)
    {
        using var server = new TestServer(_authority)
        {
            Answer = (line, _, _) =>
                line.Split(' ')[1] == AgentPaths.Authority ? (200, "", _authority.Pem) : (answer.Status, "", answer.Body),
        };
        return await _shell.RunAsync(
            "fleet",
            "policies",
            "push",
            file,
            "--server",
            server.Address.ToString(),
            "--token",
            "t",
            "--ca-pin",
            CaPin.Of(_authority.Root).ToString()
        );
    }
}
