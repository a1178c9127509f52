using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Standing;

/// <summary>How hosts that stand out look in a table.</summary>
internal static class StandingText
{
    /// <summary>What each list has, in a few words.</summary>
    public static string Meaning(StandingKind kind) =>
        kind switch
        {
            StandingKind.Drift => "differ from what is required, excepted hosts included",
            StandingKind.Repairs => "were changed, and repaired within the last day",
            StandingKind.OwnerFights => "have an owner that undid every repair",
            StandingKind.Holds => "are held, by an administrator or at the host",
            StandingKind.Overrides => "have a local override",
            StandingKind.Unsupported => "cannot do what is required, excepted hosts included",
            StandingKind.Unreachable => "have not reported for too long, or never, excepted hosts included",
            _ => "refused the required revision, failed to apply it, or restored its before-images",
        };

    /// <summary>Writes one list. A held host's health is shown beside people's decisions about it.</summary>
    public static void Write(Terminal terminal, StandingPage page, StandingKind kind, DateTimeOffset now)
    {
        Row[] rows = [.. page.Hosts.SelectMany(host => host.Marks.Where(mark => mark.Kind == kind).Select(mark => new Row(host, mark)))];
        if (rows.Length == 0)
            terminal.Remark($"{StandingWords.Of(kind)}: no hosts. This list has hosts that {Meaning(kind)}.");
        else
            Table.Of(rows, kind == StandingKind.Holds ? Holds() : Others(now)).Write(terminal);
    }

    private static IReadOnlyList<TableColumn<Row>> Holds() =>
        [
            new("HOST", row => row.Host.Name),
            new("HELD BY", row => By(row.Mark)),
            new("SINCE", row => FleetText.Time(row.Mark.Since)),
            new("UNTIL", row => row.Mark.Until is { } until ? FleetText.Time(until) : "released"),
            new("HEALTH", row => FleetText.Of(row.Host.Health)),
            new("POLICY", row => Policy(row.Host)),
            new("REASON", row => row.Mark.Reason),
        ];

    private static IReadOnlyList<TableColumn<Row>> Others(DateTimeOffset now) =>
        [
            new("HOST", row => row.Host.Name),
            new("STATE", row => State(row.Host, row.Mark)),
            new("FOR", row => Age.Of(now - row.Mark.Since), Align.Right),
            new("SEEN", row => Seen(row.Host, now), Align.Right),
            new("HELD BY", row => Held(row.Host)),
            new("REASON", row => row.Mark.Reason),
        ];

    private static string State(StandingHost host, StandingMark mark) =>
        host.Verdict == Verdict.Excepted ? $"{StandingWords.Of(mark.State)}, excepted" : StandingWords.Of(mark.State);

    /// <summary>Every list with its number of hosts.</summary>
    public static void WriteCounts(Terminal terminal, StandingPage page)
    {
        var table = new Table(("HOSTS", Align.Right), ("LIST", Align.Left), ("MEANING", Align.Left));
        foreach (var count in page.Counts)
            table.Add(
                count.Hosts.ToString(CultureInfo.InvariantCulture),
                new Cell(StandingVerb.Typed(count.Kind), count.Hosts == 0 ? Ink.Quiet : Ink.Bold),
                Meaning(count.Kind)
            );
        table.Write(terminal);
    }

    private static string By(StandingMark mark) =>
        mark.State == StandingCase.AtHost ? $"{mark.By} at the host" : Actors.Name(mark.By ?? "");

    private static string Held(StandingHost host) =>
        string.Join(", ", host.Marks.Where(mark => mark.Kind == StandingKind.Holds).Select(By));

    private static string Policy(StandingHost host) => host.Policy is null ? "-" : $"{host.Policy} r{host.Revision}";

    private static string Seen(StandingHost host, DateTimeOffset now) => host.LastSeen is { } seen ? Age.Of(now - seen) : "never";

    private sealed record Row(StandingHost Host, StandingMark Mark);
}
