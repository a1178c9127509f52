using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>The rollouts as a table.</summary>
internal static class RolloutsListVerb
{
    public static Verb Create(CliContext context)
    {
        var policy = new Option<string>("--policy") { Description = "Only of this policy", HelpName = "NAME" };
        var active = new Option<bool>("--active") { Description = "Only those that have not ended" };
        var verb = new Verb(VerbGroup.Fleet, "list", "Every rollout, newest first: where it is and why")
        {
            Examples = [("iwtune fleet rollouts list --active", "what is on its way")],
        };
        verb.Add(policy);
        verb.Add(active);
        return verb.Lists(
            context,
            parsed =>
                $"{FleetPaths.Rollouts}?active={(parsed.GetValue(active) ? "true" : "false")}"
                + $"{(parsed.GetValue(policy) is { } name ? $"&policy={Uri.EscapeDataString(name)}" : "")}",
            () => RolloutJson.Default.IReadOnlyListRolloutSummary,
            "No rollouts. 'iwtune fleet policies push FILE --stage' makes a revision that waits for one, 'iwtune fleet rollouts "
                + "start' plans it.",
            [
                new("POLICY", row => row.Policy),
                new("REVISION", row => RolloutText.Revisions(row)),
                new("STATE", State),
                new("RING", row => $"{row.Ring}/{row.Rings}", Align.Right),
                new("HAVE IT", row => string.Create(CultureInfo.InvariantCulture, $"{row.Applied}/{row.Hosts}"), Align.Right),
                new("FAILED", Failed, Align.Right),
                new("PLANNED", row => FleetText.Time(row.Created)),
                new("BY", row => Actors.Name(row.Author)),
                new("ID", row => row.Id),
                new("DETAILS", row => row.Sentence),
            ]
        );
    }

    private static Cell State(RolloutSummary row) =>
        new(RolloutWords.Of(row.State) + (row.Emergency ? ", emergency" : ""), RolloutText.InkOf(row.State));

    private static Cell Failed(RolloutSummary row) =>
        row.Failed > 0 ? new Cell(row.Failed.ToString(CultureInfo.InvariantCulture), Ink.Bad) : "0";
}
