using System.Diagnostics;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Lab.Reproducing;

/// <summary>One fetch as the two ends of the path saw it. The server is left, the client right.</summary>
internal sealed class Capture
{
    private readonly IReadOnlyList<PacketSeen> packets;
    private readonly uint start;

    public Capture(IReadOnlyList<PacketSeen> packets)
    {
        this.packets = packets;
        start = packets.Where(Data).Select(one => one.Segment.Sequence).First();
    }

    /// <summary>Data packets that were sent before the first acknowledgement of data arrived.</summary>
    public int FirstFlight => BeforeFirstAcknowledgement().Count(one => one.Event == PacketEvent.Sent);

    /// <summary>Their bytes of data.</summary>
    public int FirstFlightBytes =>
        BeforeFirstAcknowledgement().Where(one => one.Event == PacketEvent.Sent).Sum(one => one.Segment.PayloadBytes);

    /// <summary>How many of them were lost.</summary>
    public int LostOfFirstFlight => BeforeFirstAcknowledgement().Count(one => one.Event == PacketEvent.Lost);

    /// <summary>Data packets sent.</summary>
    public int Sent => packets.Count(one => Data(one) && one.Event == PacketEvent.Sent);

    /// <summary>The data packets that carried nothing new.</summary>
    public int Retransmitted
    {
        get
        {
            var (count, next) = (0, 0);
            foreach (var one in packets.Where(one => Data(one) && one.Event == PacketEvent.Sent))
            {
                if (End(one) <= next)
                    count++;
                next = Math.Max(next, End(one));
            }
            return count;
        }
    }

    /// <summary>How many bytes had been sent or had arrived, and when: milliseconds since the client sent its request.</summary>
    public IReadOnlyList<(double Milliseconds, double Bytes)> BytesOverTime(PacketEvent side)
    {
        var asked = packets.First(one => one is { Way: PathWay.ToLeft, Event: PacketEvent.Sent, Segment.PayloadBytes: > 0 }).At;
        var (points, most) = (new List<(double, double)> { (0, 0) }, 0);
        foreach (var one in packets.Where(one => Data(one) && one.Event == side && End(one) > most))
            points.Add(((one.At - asked) * 1000.0 / Stopwatch.Frequency, most = End(one)));
        return points;
    }

    private IEnumerable<PacketSeen> BeforeFirstAcknowledgement() =>
        packets
            .TakeWhile(one =>
                !(
                    one is { Way: PathWay.ToLeft, Event: PacketEvent.Arrived, Segment.IsSyn: false }
                    && (int)(one.Segment.Acknowledgement - start) > 0
                )
            )
            .Where(Data);

    private int End(PacketSeen one) => (int)(one.Segment.Sequence - start) + one.Segment.PayloadBytes;

    private static bool Data(PacketSeen one) => one is { Way: PathWay.ToRight, Segment.PayloadBytes: > 0 };
}
