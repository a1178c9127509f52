using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Retention;

/// <summary>Legal holds as a table.</summary>
internal static class LegalHoldsVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "holds", "Legal holds, those that were lifted included").Lists(
            context,
            _ => FleetPaths.LegalHolds,
            () => RetentionJson.Default.IReadOnlyListLegalHold,
            "No legal holds. Records older than their period are deleted.",
            [
                new("NAME", hold => hold.Name),
                new("HOSTS", hold => $"{hold.Hosts}", Align.Right),
                new("SELECTOR", hold => hold.Selector),
                new("FROM", hold => FleetText.Time(hold.From)),
                new("UNTIL", hold => hold.Until is { } until ? FleetText.Time(until) : "no end"),
                new("BY", hold => Actors.Name(hold.Author)),
                new("STATE", hold => hold.Lifted is { } at ? $"lifted {FleetText.Time(at)}" : new Cell("in force", Ink.Attention)),
                new("ID", hold => hold.Id),
            ]
        );
}
