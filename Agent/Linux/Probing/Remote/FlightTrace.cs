using System.Runtime.InteropServices;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>Everything one connection showed; judged later, by the shortest round trip of all of them.</summary>
/// <param name="Samples">Of the drop counter.</param>
/// <param name="Start">The connection before the request.</param>
/// <param name="Answer">What followed the flight.</param>
internal sealed record FlightTrace(IReadOnlyList<SegmentSample> Samples, ConnectionFacts Start, FlightAnswer Answer)
{
    /// <summary>
    /// A sender whose window was full sends one new segment, its probe, before what is missing, and more when that was acknowledged (F-RTO,
    /// RFC 5682). On a path of at least this many microseconds, these come only after the first bytes could be read.
    /// </summary>
    private const long Readable = 5_000;

    /// <summary>The reading, or why there is none.</summary>
    /// <param name="rtt">The least round-trip time seen to this service, microseconds.</param>
    public (FlightCount? Count, string Objection) Judge(long rtt) =>
        FlightJudge.Judge(Samples, rtt) switch
        {
            TraceReading.Counted counted => Judge(counted, rtt),
            TraceReading.Disturbed disturbed => (null, disturbed.Why),
            _ => (null, "no segment came"),
        };

    /// <summary>
    /// The number of segments that these bytes fill; segments beyond were retransmitted, or are the short end of a write. A bound must not
    /// count them.
    /// </summary>
    private int Filled(long bytes) => (int)((bytes + Start.Mss - 1) / Start.Mss);

    private (FlightCount? Count, string Objection) Judge(TraceReading.Counted counted, long rtt)
    {
        if (Answer.Bytes <= Room(counted))
            return (new FlightCount(Math.Min(counted.Segments, Filled(Answer.Bytes)), FlightVerdict.DataLimited, Answer.Bytes), "");
        if (Answer.Paused)
            return (null, "the server paused within its answer");
        if (rtt >= Readable && Answer.First is { OutOfOrder: > 1 })
            return (null, "the server wrote more of its answer later");
        // A head that is written separately is a short segment; written together with the page, all segments are full.
        var apart = Answer.First is { } first && first.BytesReceived % Start.Mss != 0;
        if ((apart && counted.Segments == 1) || FlightJudge.MayHoldBack(apart ? counted.Most : counted.Least, rtt))
            return (null, "the server wrote its answer in pieces");
        // A sender waits instead of splitting a segment for the rest of a window (RFC 1122 section 4.2.3.4).
        var verdict = (counted.Segments + 1L) * Start.Mss > Start.WindowBytes ? FlightVerdict.PeerWindowLimited : FlightVerdict.IwLimited;
        return (new FlightCount(counted.Segments, verdict, (long)counted.Segments * Start.Mss), "");
    }

    /// <summary>
    /// What the flight and the probe after it can have held. A peer that ignores the announced MSS sends longer segments, which then count.
    /// </summary>
    private long Room(TraceReading.Counted counted)
    {
        var seen = Answer.First is { SegmentsReceived: > 0 } first
            ? (first.BytesReceived + first.SegmentsReceived - 1) / first.SegmentsReceived
            : 0;
        return (counted.Segments + counted.Late) * Math.Max(Start.Mss, seen);
    }
}

/// <summary>The reading of one connection.</summary>
/// <param name="Segments">Segments of the first flight.</param>
/// <param name="Verdict">What ended it.</param>
/// <param name="Bytes">Bytes of the flight; of a complete answer, all of it.</param>
public sealed record FlightCount(int Segments, FlightVerdict Verdict, long Bytes);

/// <summary>How many segments had come by an instant that lies between two readings of a monotonic clock.</summary>
/// <param name="Before">The clock before the counter was read, microseconds.</param>
/// <param name="After">
/// The clock after it was read, microseconds; far from <paramref name="Before"/> when the reader was not scheduled.
/// </param>
/// <param name="Segments">Segments with payload since the request was sent.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct SegmentSample(long Before, long After, int Segments);
