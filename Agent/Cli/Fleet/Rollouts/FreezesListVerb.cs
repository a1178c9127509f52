using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>The freezes as a table.</summary>
internal static class FreezesListVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "list", "Freezes that are on or to come");
        verb.Shows(
            context,
            _ => FleetPaths.Freezes,
            () => RolloutJson.Default.IReadOnlyListFreeze,
            freezes => Print(context.Terminal, freezes, context.Time.GetUtcNow())
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<Freeze> freezes, DateTimeOffset now)
    {
        if (freezes.Count == 0)
        {
            terminal.Out.WriteLine("No freeze: rings start whenever their rollout's change windows allow.");
            return;
        }
        var table = new Table(
            ("FROM", Align.Left),
            ("UNTIL", Align.Left),
            ("", Align.Left),
            ("BY", Align.Left),
            ("REASON", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var freeze in freezes)
        {
            var on = freeze.From <= now && now < freeze.Until;
            table.Add(
                FleetText.Time(freeze.From),
                FleetText.Time(freeze.Until),
                on ? new Cell("on", Ink.Attention) : "to come",
                freeze.Author,
                freeze.Reason,
                freeze.Id
            );
        }
        table.Write(terminal);
    }
}
