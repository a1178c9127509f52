using System.Diagnostics;
using IwTune.Agent.Linux.Emulation;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Trials;

/// <summary>One response as the path saw it.</summary>
/// <param name="size">Its bytes.</param>
internal sealed class TappedFlight(long size)
{
    private readonly List<CapturePoint> _sent = [];
    private readonly List<CapturePoint> _received = [];
    private readonly List<CapturePoint> _acknowledged = [];
    private readonly List<(long At, long Acknowledged, int Window)> _windows = [];
    private readonly List<CapturePoint> _again = [];
    private readonly List<CapturePoint> _dropped = [];
    private readonly ByteCover _cover = new();
    private uint? _first;
    private long? _start;
    private long _furthest;

    /// <summary>From the request's departure to the last byte's arrival; <see langword="null"/> when it did not arrive.</summary>
    public TimeSpan? Took => _received is [.., var last] && last.Bytes >= size ? TimeSpan.FromMicroseconds(last.At) : null;

    /// <returns>Bytes that arrived with it for the first time.</returns>
    public long ToClient(in PacketSeen packet)
    {
        var segment = packet.Segment;
        if (segment.IsSyn)
            _first = segment.Sequence + 1;
        if (segment.PayloadBytes == 0 || _first is not { } first || _start is not { } start)
            return 0;
        var (at, from) = (Microseconds(packet.At - start), (long)(segment.Sequence - first));
        var to = Math.Min(size, from + segment.PayloadBytes);
        switch (packet.Event)
        {
            case PacketEvent.Sent when to > _furthest:
                _sent.Add(new(at, _furthest = to));
                return 0;
            case PacketEvent.Sent:
                _again.Add(new(at, from));
                return 0;
            case PacketEvent.Lost:
                _dropped.Add(new(at, from));
                return 0;
            default:
                var before = _cover.Bytes;
                _cover.Add(from, to);
                if (_cover.Bytes > before)
                    _received.Add(new(at, _cover.Bytes));
                return _cover.Bytes - before;
        }
    }

    public void ToServer(in PacketSeen packet)
    {
        var segment = packet.Segment;
        if (packet.Event == PacketEvent.Sent && segment.PayloadBytes > 0)
            _start ??= packet.At;
        if (packet.Event != PacketEvent.Arrived || segment.IsSyn || _first is not { } first || _start is not { } start)
            return;
        var (at, acknowledged) = (Microseconds(packet.At - start), Math.Min(size, (long)(segment.Acknowledgement - first)));
        if (acknowledged > (_acknowledged.Count > 0 ? _acknowledged[^1].Bytes : 0))
            _acknowledged.Add(new(at, acknowledged));
        _windows.Add((at, acknowledged, segment.Window));
    }

    /// <summary>As an arm of a capture.</summary>
    /// <param name="name">What the arm is called.</param>
    /// <param name="window">The initial window that was set.</param>
    /// <param name="mss">Payload of a full segment.</param>
    /// <param name="scale">By how many bits the client's windows are shifted (RFC 7323 §2).</param>
    public CaptureArm ToArm(string name, int window, int mss, int scale)
    {
        var (allowed, furthest) = (new List<CapturePoint>(), 0L);
        foreach (var (at, acknowledged, announced) in _windows)
        {
            var edge = acknowledged + ((long)announced << scale);
            if (edge > furthest)
                allowed.Add(new(at, furthest = edge));
        }
        return new CaptureArm
        {
            Name = name,
            InitCwnd = window,
            Mss = mss,
            Sent = Bounded(_sent),
            Received = Bounded(_received),
            Acknowledged = Bounded(_acknowledged),
            Allowed = Bounded(allowed),
            Retransmits = Bounded(_again),
            Dropped = Bounded(_dropped),
        };
    }

    /// <summary>Removes every second point as often as needed; the last one stays.</summary>
    private static List<CapturePoint> Bounded(List<CapturePoint> points)
    {
        while (points.Count > CaptureRules.MostPoints)
        {
            var fewer = new List<CapturePoint>((points.Count / 2) + 1);
            for (var i = points.Count - 1; i >= 0; i -= 2)
                fewer.Add(points[i]);
            fewer.Reverse();
            points = fewer;
        }
        return points;
    }

    private static long Microseconds(long ticks) => Math.Max(0, ticks * 1_000_000 / Stopwatch.Frequency);
}
