using System.Text.Json;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli.Fleet;

[Collection("command line")]
public sealed class PoliciesListTests
{
    [Theory]
    [InlineData(0, "12")]
    [InlineData(1, "12, 1 held")]
    public async Task Held_hosts_are_counted_with_their_policy_and_named_apart(int held, string told)
    {
        using var fleet = new FleetShell
        {
            Answer = _ => (200, "", JsonSerializer.Serialize([Policy(held)], PoliciesJson.Default.IReadOnlyListPolicySummary)),
        };
        var said = await fleet.RunAsync("policies", "list");
        var row = said.Out.Split('\n').Single(line => line.StartsWith("edge ", StringComparison.Ordinal));
        var cells = string.Join(' ', row.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.StartsWith($"edge 4 enforce {told} role:web ", cells, StringComparison.Ordinal);
    }

    internal static PolicySummary Policy(int held) =>
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
