using IwTune.Server.Console;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Traffic.Pages;

/// <summary>Traffic in words.</summary>
internal static class TrafficLook
{
    /// <summary>A host reports every five minutes; data older than three reports does not show the present.</summary>
    public static readonly TimeSpan Fresh = TimeSpan.FromMinutes(15);

    /// <summary>A share with where it truly is, at 95 %: <c>0.4 % (0.2–0.9 %) of 2,113</c>.</summary>
    public static string Share(long count, long of, string none)
    {
        if (of <= 0)
            return none;
        var share = Proportion.Wilson(Math.Min(count, of), of);
        return $"{Percent(share.Estimate)} ({Figure(share.Low)}–{Percent(share.High)}) of {Quantities.Count(of)}";
    }

    /// <summary><c>12 %</c>, <c>0.4 %</c>, <c>0.03 %</c>.</summary>
    public static string Percent(double share) => $"{Figure(share)} %";

    /// <summary>What a target is, short enough to stand beside a line: its destination, of a route.</summary>
    public static string Destination(string targetId) =>
        targetId.Split(' ') switch
        {
            ["ipv4", _, "default", ..] => "default",
            ["ipv6", _, "default", ..] => "default, IPv6",
            ["ipv4" or "ipv6", _, var destination, ..] => destination,
            _ => targetId.Length > 24 ? targetId[..23] + "…" : targetId,
        };

    /// <summary>What held connections back, the most frequent first; empty when nothing did.</summary>
    public static string Held(TrafficProfile profile)
    {
        (long Count, string Word)[] held = [(profile.HeldByPeer, "peer’s window"), (profile.HeldBySendBuffer, "send buffer")];
        return string.Join(
            ", ",
            held.Where(one => one.Count > 0)
                .OrderByDescending(one => one.Count)
                .Select(one => $"{one.Word} {Percent((double)one.Count / profile.Connections)}")
        );
    }

    /// <summary>Congestion controls, the most frequent first.</summary>
    public static string CongestionControls(TrafficProfile profile) =>
        string.Join(
            ", ",
            profile
                .CongestionControls.OrderByDescending(one => one.Value)
                .ThenBy(one => one.Key, StringComparer.Ordinal)
                .Select(one => $"{one.Key} {Percent((double)one.Value / profile.CongestionControls.Values.Sum())}")
        );

    /// <summary>A host's own counters.</summary>
    public static string Counters(HostCounters counters)
    {
        (long? Count, string Word)[] kinds =
        [
            (counters.LossProbes, "as tail-loss probes"),
            (counters.SlowStartAgain, "in slow start"),
            (counters.Timeouts, "after a time-out"),
        ];
        var told = string.Join(
            ", ",
            kinds.Where(kind => kind.Count is not null).Select(kind => $"{Quantities.Count(kind.Count!.Value)} {kind.Word}")
        );
        return $"{Quantities.Count(counters.SegmentsAgain)} segments retransmitted of {Quantities.Count(counters.Segments)} "
            + $"sent{(told.Length > 0 ? $"; {told}" : "")}";
    }

    private static string Figure(double share) =>
        (share * 100) switch
        {
            0 => "0",
            < 0.095 and var small => small.ToString("0.00"),
            < 9.95 and var usual => usual.ToString("0.0"),
            var large => large.ToString("0"),
        };
}
