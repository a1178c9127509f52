using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>
/// Counts the first flight in a trace of samples. A sender that hears nothing sends single segments afterwards: a tail-loss probe two round
/// trips after its last one, then retransmissions. They come too late to belong to the flight, and every doubt about that is reported: the
/// instants of a sample bracket what was seen, so a reader that was not scheduled widens them.
/// </summary>
public static class FlightJudge
{
    /// <summary>
    /// A silence that ends a flight. bbr paces the first flight at 2.89 windows per round trip, so that its gaps are far shorter.
    /// Linux sends its tail-loss probe 2 × SRTT + TCP_TIMEOUT_MIN after the last segment and its timers never fire early
    /// (tcp_schedule_loss_probe, net/ipv4/tcp_output.c; RFC 8985 section 7.2), which leaves half a round trip and a millisecond
    /// for a path that holds the flight up and not the probe; other systems wait at least as long.
    /// </summary>
    private static long Silence(long rtt) => (rtt * 3 / 2) + 1_000;

    /// <summary>
    /// How long to watch after the last segment. On short paths this is longer than a silence, to see the probe and to detect a server that
    /// writes its answer in pieces. Linux retransmits 200 ms after the probe at the earliest (TCP_RTO_MIN).
    /// </summary>
    public static long Watch(long rtt) => Math.Max(Silence(rtt), 150_000);

    /// <summary>
    /// A sender that has had segments in flight for half a round trip holds the last ones of its window back, because an acknowledgement
    /// may let it send more at once, and then sends them as a probe (tcp_tso_should_defer, net/ipv4/tcp_output.c). On shorter paths it
    /// sends the whole window in one piece (tcp_tso_autosize).
    /// </summary>
    public static bool MayHoldBack(long duration, long rtt) => rtt >= 2_000 && duration >= rtt / 2;

    /// <param name="samples">In the order of time; the first one before the request was answered.</param>
    /// <param name="rtt">Round-trip time of the path, microseconds: the least that was ever seen.</param>
    public static TraceReading Judge(IReadOnlyList<SegmentSample> samples, long rtt)
    {
        var rises = Rises(samples);
        if (rises.Count == 0)
            return new TraceReading.Silent();
        var (flight, late, last) = (0, 0, rises[0]);
        for (var i = 0; i < rises.Count; i++)
        {
            var rise = rises[i];
            if (rise.By > 1 && rise.To - rise.From >= Silence(rtt))
                return new TraceReading.Disturbed(
                    $"{rise.By} segments came while the counter was not read for {Text(rise.To - rise.From)}"
                );
            var (least, most) = i == 0 ? (0, 0) : (rise.From - rises[i - 1].To, rise.To - rises[i - 1].From);
            if (late > 0)
                return new TraceReading.Disturbed("more came after a probe: the server wrote its answer in pieces, or was held up");
            if (most < Silence(rtt))
                (flight, last) = (flight + rise.By, rise);
            else if (rise.By > 1)
                return new TraceReading.Disturbed(
                    $"{rise.By} segments came {Text(most)} after the one before them: the server wrote its answer in pieces, or was held up"
                );
            else if (least < Silence(rtt))
                return new TraceReading.Disturbed(
                    $"a segment came {Text(Math.Max(0, least))} to {Text(most)} after the one before it: too late for the flight, too "
                        + "early for a probe"
                );
            else
                late = 1;
        }
        var end = samples[^1].Before - rises[^1].To;
        return end < Silence(rtt)
            ? new TraceReading.Disturbed($"the connection was watched for only {Text(end)} after the last segment")
            : new TraceReading.Counted(flight, late, Math.Max(0, last.From - rises[0].To), last.To - rises[0].From);
    }

    private static List<Rise> Rises(IReadOnlyList<SegmentSample> samples)
    {
        var rises = new List<Rise>();
        for (var i = 1; i < samples.Count; i++)
        {
            if (samples[i].Segments > samples[i - 1].Segments)
                rises.Add(new(samples[i - 1].Before, samples[i].After, samples[i].Segments - samples[i - 1].Segments));
        }
        return rises;
    }

    private static string Text(long microseconds) => $"{microseconds / 1000.0:0.0} ms";

    /// <summary>This many segments came between two instants.</summary>
    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Rise(long From, long To, int By);
}
