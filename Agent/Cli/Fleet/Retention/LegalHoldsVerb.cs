using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Agent.Cli.Fleet.Retention;

/// <summary>Legal holds as a table.</summary>
internal static class LegalHoldsVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "holds", "Legal holds, those that were lifted included");
        verb.Shows(
            context,
            _ => FleetPaths.LegalHolds,
            () => RetentionJson.Default.IReadOnlyListLegalHold,
            holds => Print(context.Terminal, holds)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<LegalHold> holds)
    {
        if (holds.Count == 0)
        {
            terminal.Out.WriteLine("No legal hold: what is older than its period is deleted.");
            return;
        }
        var table = new Table(
            ("NAME", Align.Left),
            ("HOSTS", Align.Right),
            ("SELECTOR", Align.Left),
            ("FROM", Align.Left),
            ("UNTIL", Align.Left),
            ("BY", Align.Left),
            ("STATE", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var hold in holds)
        {
            table.Add(
                hold.Name,
                $"{hold.Hosts}",
                hold.Selector,
                FleetText.Time(hold.From),
                hold.Until is { } until ? FleetText.Time(until) : "no end",
                hold.Author,
                hold.Lifted is { } at ? $"lifted {FleetText.Time(at)}" : new Cell("in force", Ink.Attention),
                hold.Id
            );
        }
        table.Write(terminal);
    }
}
