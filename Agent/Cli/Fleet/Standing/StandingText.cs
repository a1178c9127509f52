using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Standing;

/// <summary>How hosts that stand out look in a table.</summary>
internal static class StandingText
{
    /// <summary>What each list has, in a few words.</summary>
    public static string Meaning(StandingKind kind) =>
        kind switch
        {
            StandingKind.Drift => "differ from what is required, excepted hosts included",
            StandingKind.Repairs => "were changed and set right within the last day",
            StandingKind.OwnerFights => "have an owner that undid every repair",
            StandingKind.Holds => "are held, by an administrator or at the host",
            StandingKind.Overrides => "have a local override",
            StandingKind.Unsupported => "cannot do what is required",
            StandingKind.Unreachable => "have not reported for too long, or never",
            _ => "refused the required revision, failed to apply it, or restored its before-images",
        };

    /// <summary>Writes one list. A held host's health is shown beside people's decisions about it.</summary>
    public static void Write(Terminal terminal, StandingPage page, StandingKind kind, DateTimeOffset now)
    {
        var holds = kind == StandingKind.Holds;
        var table = holds
            ? new Table(
                ("HOST", Align.Left),
                ("HELD BY", Align.Left),
                ("SINCE", Align.Left),
                ("UNTIL", Align.Left),
                ("HEALTH", Align.Left),
                ("POLICY", Align.Left),
                ("REASON", Align.Left)
            )
            : new Table(
                ("HOST", Align.Left),
                ("STATE", Align.Left),
                ("FOR", Align.Right),
                ("SEEN", Align.Right),
                ("HELD BY", Align.Left),
                ("REASON", Align.Left)
            );
        foreach (var host in page.Hosts)
        {
            foreach (var mark in host.Marks.Where(mark => mark.Kind == kind))
            {
                if (holds)
                    table.Add(
                        host.Name,
                        By(mark),
                        FleetText.Time(mark.Since),
                        mark.Until is { } until ? FleetText.Time(until) : "released",
                        Health(host),
                        Policy(host),
                        mark.Reason
                    );
                else
                    table.Add(host.Name, State(host, mark), Age.Of(now - mark.Since), Seen(host, now), Held(host), mark.Reason);
            }
        }
        table.Write(terminal);
    }

    private static string State(StandingHost host, StandingMark mark) =>
        host.Verdict == Verdict.Excepted ? $"{mark.State}, excepted" : mark.State.ToString();

    /// <summary>Every list with its number of hosts.</summary>
    public static void WriteCounts(Terminal terminal, StandingPage page)
    {
        var table = new Table(("HOSTS", Align.Right), ("LIST", Align.Left), ("MEANING", Align.Left));
        foreach (var count in page.Counts)
            table.Add(
                count.Hosts.ToString(CultureInfo.InvariantCulture),
                new Cell(count.Kind.ToString(), count.Hosts == 0 ? Ink.Quiet : Ink.Bold),
                Meaning(count.Kind)
            );
        table.Write(terminal);
    }

    private static string By(StandingMark mark) => mark.State == StandingCase.AtHost ? $"{mark.By} at the host" : mark.By ?? "";

    private static Cell Health(StandingHost host) => FleetText.Of(host.Health);

    private static string Held(StandingHost host) =>
        string.Join(", ", host.Marks.Where(mark => mark.Kind == StandingKind.Holds).Select(By));

    private static string Policy(StandingHost host) => host.Policy is null ? "-" : $"{host.Policy} r{host.Revision}";

    private static string Seen(StandingHost host, DateTimeOffset now) => host.LastSeen is { } seen ? Age.Of(now - seen) : "never";
}
