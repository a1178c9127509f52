using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

[Collection("command line")]
public sealed class PoliciesListTests
{
    [Theory]
    [InlineData(0, "12")]
    [InlineData(1, "12, 1 held")]
    public async Task Held_hosts_are_counted_with_their_policy_and_named_apart(int held, string told)
    {
        using var bench = new Bench();
        using var shell = new Shell(bench);
        using var authority = new TestAuthority();
        using var server = new TestServer(authority)
        {
            Answer = (line, _, _) =>
                line.Contains(AgentPaths.Authority, StringComparison.Ordinal)
                    ? (200, "", authority.Pem)
                    : (200, "", JsonSerializer.Serialize([Policy(held)], PoliciesJson.Default.IReadOnlyListPolicySummary)),
        };
        string[] typed =
        [
            "fleet",
            "policies",
            "list",
            "--server",
            $"{server.Address}",
            "--token",
            "t",
            "--ca-pin",
            $"{CaPin.Of(authority.Root)}",
        ];
        var said = await shell.RunAsync(typed);
        var row = said.Out.Split('\n').Single(line => line.StartsWith("edge ", StringComparison.Ordinal));
        var cells = string.Join(' ', row.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.StartsWith($"edge 4 enforce {told} role:web ", cells, StringComparison.Ordinal);
    }

    private static PolicySummary Policy(int held) =>
        new()
        {
            Name = "edge",
            Latest = new()
            {
                Number = 4,
                Digest = "sha256:00",
                Author = "user:ada",
                Reason = "more",
                Published = DateTimeOffset.UnixEpoch,
                Sequence = 4,
            },
            Released = 4,
            Mode = PolicyMode.Enforce,
            Selectors = ["role:web"],
            Hosts = 12,
            Held = held,
        };
}
