using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

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
        verb.Shows(
            context,
            parsed =>
                $"{FleetPaths.Rollouts}?active={(parsed.GetValue(active) ? "true" : "false")}"
                + $"{(parsed.GetValue(policy) is { } name ? $"&policy={Uri.EscapeDataString(name)}" : "")}",
            () => RolloutJson.Default.IReadOnlyListRolloutSummary,
            rollouts => Print(context.Terminal, rollouts)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<RolloutSummary> rollouts)
    {
        if (rollouts.Count == 0)
        {
            terminal.Say(
                "No rollout. 'iwtune fleet policies push FILE --stage' makes a revision that waits for one, 'iwtune fleet rollouts "
                    + "start' plans it."
            );
            return;
        }
        var table = new Table(
            ("POLICY", Align.Left),
            ("REVISION", Align.Left),
            ("STATE", Align.Left),
            ("RING", Align.Right),
            ("HAVE IT", Align.Right),
            ("FAILED", Align.Right),
            ("PLANNED", Align.Left),
            ("BY", Align.Left),
            ("ID", Align.Left),
            ("DETAILS", Align.Left)
        );
        foreach (var row in rollouts)
        {
            table.Add(
                row.Policy,
                RolloutText.Revisions(row),
                new Cell(RolloutWords.Of(row.State) + (row.Emergency ? ", emergency" : ""), RolloutText.InkOf(row.State)),
                $"{row.Ring}/{row.Rings}",
                string.Create(CultureInfo.InvariantCulture, $"{row.Applied}/{row.Hosts}"),
                row.Failed > 0 ? new Cell(row.Failed.ToString(CultureInfo.InvariantCulture), Ink.Bad) : "0",
                FleetText.Time(row.Created),
                row.Author,
                row.Id,
                row.Sentence
            );
        }
        table.Write(terminal);
    }
}
