using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>What <c>traffic</c> writes for people.</summary>
internal static class TrafficPage
{
    public static void Write(Terminal terminal, ShownTraffic shown)
    {
        if (shown.Note.Length > 0)
            terminal.Say(terminal.Paint(Ink.Attention, shown.Note), hanging: 0);
        foreach (var target in shown.Targets)
        {
            Write(terminal, target);
            terminal.Out.WriteLine();
        }
        if (shown.Targets.Count == 0 && shown.Note.Length == 0)
            terminal.Say(
                "No connection that sent data was seen to end since the daemon started; it looks every few seconds. 'iwtune watch' "
                    + "shows them as they come.",
                hanging: 0
            );
        if (shown.Counters is { } counters)
            terminal.Say(Counted(counters), hanging: 2);
    }

    private static void Write(Terminal terminal, ShownTrafficTarget target)
    {
        terminal.Say(terminal.Paint(Ink.Bold, target.TargetId));
        var profile = target.Profile;
        List<(string, string)> rows =
        [
            (
                "connections",
                $"{Number(profile.Connections)} in {Age.Of(target.Until - target.Since)} to "
                    + $"{target.Until:HH:mm}Z{(target.Sampled ? ", a sample: more ended than could be looked at" : "")}"
            ),
            (
                "first flight",
                target.FirstFlightLoss is { } lost
                    ? $"{Share(lost)} lost some of it, of {Number(lost.Of)} that can be judged"
                    : "no connection can be judged"
            ),
        ];
        if (target.SentAgain is { } again)
            rows.Add(("retransmitted", $"{Percent(again.Share)} of {Number(again.Of)} segments"));
        if (profile.Marked > 0)
            rows.Add(
                (
                    "ecn marks",
                    $"{Percent((double)profile.Marked / profile.Connections)} of the connections: the path marked what it would have lost"
                )
            );
        Add(rows, "sizes", target.Bytes, Size);
        Add(rows, "round trips", target.MinRtt, Time);
        Add(rows, "queueing", target.QueueDelay, Time);
        Add(rows, "delivery", target.DeliveryRate, Rate);
        Add(rows, "peer's window", target.PeerWindow, Size);
        Add(rows, "at a time", target.Concurrency, Number, " to one peer");
        rows.Add(("bound by", Bound(target)));
        if (profile.CongestionControls.Count > 0)
            rows.Add(("congestion", Congestion(profile)));
        Columns.Write(terminal.Out, rows, terminal.Width);
        if (target.Classes.Count == 0)
            return;
        var table = new Table(("  ROUND TRIP", Align.Left), ("CONNECTIONS", Align.Right), ("KNOWN LOST IN FIRST FLIGHT", Align.Right));
        foreach (var one in target.Classes)
            table.Add("  " + one.Name, Number(one.Connections), Number(one.FirstFlightLoss));
        table.Write(terminal);
    }

    private static void Add(List<(string, string)> rows, string name, ShownQuantiles? told, Func<long, string> text, string after = "")
    {
        if (told is not null)
            rows.Add((name, $"p10 {text(told.P10)}, p50 {text(told.P50)}, p90 {text(told.P90)}, p99 {text(told.P99)}{after}"));
    }

    private static string Bound(ShownTrafficTarget target)
    {
        var window = target.Window is { } seen ? $"a window of {seen}" : "the usual window";
        List<string> told = [];
        if (target.FitsWindow is { } fits)
            told.Add($"data {Percent(fits.Share)} (fits {window})");
        if (target.HeldByPeer is { Count: > 0 } peer)
            told.Add($"peer's window {Percent(peer.Share)}");
        if (target.HeldBySendBuffer is { Count: > 0 } buffer)
            told.Add($"send buffer {Percent(buffer.Share)}");
        return string.Join(", ", told);
    }

    private static string Congestion(TrafficProfile profile)
    {
        var all = 0L;
        foreach (var count in profile.CongestionControls.Values)
            all += count;
        var told = new List<string>();
        foreach (var (name, count) in profile.CongestionControls)
            told.Add($"{name} {Percent((double)count / all)}");
        return string.Join(", ", told);
    }

    private static string Counted(HostCounters counters)
    {
        List<string> kinds = [];
        if (counters.LossProbes is { } probes)
            kinds.Add($"{Number(probes)} as tail-loss probes");
        if (counters.SlowStartAgain is { } slow)
            kinds.Add($"{Number(slow)} in slow start");
        if (counters.Timeouts is { } timeouts)
            kinds.Add($"{Number(timeouts)} after a timeout");
        return $"the whole host since {counters.Since:HH:mm}Z, by its own counters: {Number(counters.SegmentsAgain)} of "
            + $"{Number(counters.Segments)} segments retransmitted{(kinds.Count > 0 ? "; " : "")}{string.Join(", ", kinds)}";
    }

    private static string Share(ShownShare share) => $"{Percent(share.Share)} ({Percent(share.Low)} to {Percent(share.High)})";

    private static string Percent(double share) =>
        (share * 100).ToString(
            share is > 0 and < 0.001 ? "0.00"
                : share < 0.0995 ? "0.#"
                : "0",
            CultureInfo.InvariantCulture
        ) + " %";

    private static string Number(long number) => number.ToString("#,0", CultureInfo.InvariantCulture);

    private static string Time(long microseconds) =>
        (microseconds / 1000.0).ToString(
            microseconds < 100 ? "0.0##"
                : microseconds < 10_000 ? "0.0#"
                : "0",
            CultureInfo.InvariantCulture
        ) + " ms";

    private static string Size(long bytes) =>
        bytes switch
        {
            < 1000 => $"{bytes} B",
            < 1_000_000 => (bytes / 1e3).ToString("0.#", CultureInfo.InvariantCulture) + " kB",
            _ => (bytes / 1e6).ToString("0.#", CultureInfo.InvariantCulture) + " MB",
        };

    private static string Rate(long kilobits) =>
        kilobits < 1000 ? $"{kilobits} kbit/s" : (kilobits / 1e3).ToString("0.#", CultureInfo.InvariantCulture) + " Mbit/s";
}
