using IwTune.Agent.Engine.Flights;

namespace IwTune.Agent.Engine.Trials;

/// <summary>
/// The self-test of everything that a window depends on: a route in a separate network gets a window, a real connection is made over it,
/// and the bytes of its first flight are counted on the way.
/// </summary>
/// <param name="Window">What was set, segments.</param>
/// <param name="Bytes">What left before the first acknowledgement was there.</param>
/// <param name="Expected">What should have.</param>
internal sealed record FirstFlightCheck(int Window, long Bytes, long Expected)
{
    /// <summary>
    /// A response that is longer than the largest window tried, over a path long enough that no acknowledgement comes early.
    /// </summary>
    public static Trial Trial { get; } =
        new()
        {
            SizeBytes = 50_000,
            Rtt = TimeSpan.FromMilliseconds(50),
            Windows = [2, 3, 10, 20],
            Runs = 1,
        };

    /// <summary>The first flight was the window, to the byte.</summary>
    public bool Holds => Bytes == Expected;

    /// <summary>Counts the first flight of a run. On a busy machine its acknowledgement may come so late that the sender probes.</summary>
    public static FirstFlightCheck Of(TrialRun run)
    {
        var (bytes, last) = (0L, 0L);
        foreach (var point in run.First.Sent)
        {
            var acknowledged = run.First.Acknowledged is [var first, ..] && point.At >= first.At;
            var probe = bytes > 0 && point.At - last >= TailLossProbe.Earliest((long)Trial.Rtt.TotalMicroseconds);
            if (acknowledged || probe)
                break;
            (bytes, last) = (point.Bytes, point.At);
        }
        return new FirstFlightCheck(run.Window, bytes, Math.Min(Trial.SizeBytes, (long)run.Window * Trial.Mss));
    }
}
