namespace IwTune.Agent.Engine.Captures;

/// <summary>A connection of a capture, from its first segment on. Its size does not depend on how much it sends.</summary>
/// <param name="a">One end.</param>
/// <param name="b">The other.</param>
/// <param name="startedAt">Nanoseconds since 1970.</param>
internal sealed class CapturedConnection(CaptureEndpoint a, CaptureEndpoint b, long? startedAt)
{
    private const int DefaultMss = 536; // RFC 9293 §3.7.1
    private const int DefaultMss6 = 1220;
    private const int TimestampBytes = 12; // RFC 7323 appendix A

    private readonly SentData _fromA = new();
    private readonly SentData _fromB = new();
    private bool? _aIsClient;
    private bool _ended;

    public CapturedHandshake Handshake { get; } = new();

    public long? StartedAt => startedAt;

    /// <summary>Packets that other interfaces saw too.</summary>
    public long Copies { get; private set; }

    /// <summary>A side sent data before the handshake was complete, as TCP Fast Open permits.</summary>
    public bool DataBeforeHandshake { get; private set; }

    /// <summary>Both sides sent a SYN (RFC 9293 §3.5): neither is the server, and the two handshakes cross.</summary>
    public bool OpenedByBoth { get; private set; }

    /// <summary>The side that sent more data, else the server.</summary>
    public bool SenderIsA => _fromA.Bytes != _fromB.Bytes ? _fromA.Bytes > _fromB.Bytes : _aIsClient == false;

    public CaptureEndpoint Sender => SenderIsA ? a : b;

    public CaptureEndpoint Receiver => SenderIsA ? b : a;

    public SentData Sent => SenderIsA ? _fromA : _fromB;

    public SentData Received => SenderIsA ? _fromB : _fromA;

    /// <summary><see langword="null"/> without the handshake, and where both sides opened.</summary>
    public bool? SenderIsServer => _aIsClient is { } client && !OpenedByBoth ? client != SenderIsA : null;

    /// <summary>Data of a full segment, by both SYNs.</summary>
    public int? SegmentBytes
    {
        get
        {
            if ((_fromA.Syn, _fromB.Syn) is not ({ Options.Whole: true } one, { Options.Whole: true } other))
                return null;
            var none = a.V6 ? DefaultMss6 : DefaultMss;
            var mss = Math.Min(one.Options.Mss ?? none, other.Options.Mss ?? none);
            return Math.Max(1, mss - (one.Options.Timestamps && other.Options.Timestamps ? TimestampBytes : 0));
        }
    }

    /// <summary>Whether a SYN opens another connection between the same ends.</summary>
    public bool IsOver(in CapturedSegment syn)
    {
        var (from, other) = (From(syn), Other(syn));
        if (from.Syn is { } before && before.Sequence == syn.Sequence)
            return false;
        var unopened = from.Syn is null && from.Segments > 0;
        return syn.Ack
            ? _ended || Handshake.Completed || from.Bytes > 0 || unopened
            : _ended || Handshake.Answered || from.Syn is not null || unopened || (other.Syn is null && other.Segments > 0);
    }

    public void Add(long at, in CapturedSegment segment, long through)
    {
        var (from, to) = (From(segment), Other(segment));
        if ((from.Through ??= through) != through)
        {
            Copies++;
            return;
        }
        from.Segments++;
        _ended |= segment.Rst || segment.Fin;
        if (segment.Rst)
            return;
        if (segment.Syn)
            Open(at, segment, from, to);
        else if (segment.Ack)
            Complete(at, segment, from, to);
        if (segment.Ack && !segment.Syn)
            Acknowledge(at, segment, from, to);
        // Data in a SYN is outside of any window; a SYN-ACK's is not.
        if ((segment.Payload > 0 || segment.Fin) && (!segment.Syn || segment.Ack))
        {
            if (from.Bytes == 0 && to.FirstDataAt is { } asked && to.Offset(segment.Acknowledgement) > 0)
                from.Meter?.Answered(at - asked);
            from.Data(at, segment.Syn ? segment with { Sequence = segment.Sequence + 1 } : segment);
        }
    }

    private void Open(long at, in CapturedSegment segment, SentData from, SentData to)
    {
        if (Handshake.Completed)
            return;
        if (segment.Ack)
        {
            to.Accept(segment.Acknowledgement);
            Handshake.Answer(at);
            _aIsClient ??= ReferenceEquals(from, _fromB);
        }
        else if (to.Syn is { Ack: false })
        {
            OpenedByBoth = true;
        }
        else
        {
            Handshake.Syn(at);
            _aIsClient ??= ReferenceEquals(from, _fromA);
        }
        from.Begin(segment);
    }

    // The first acknowledgement of the client that covers the server's SYN.
    private void Complete(long at, in CapturedSegment segment, SentData from, SentData to)
    {
        var fromClient = ReferenceEquals(from, _fromA) == _aIsClient;
        if (Handshake.Completed || !Handshake.Answered || _aIsClient is null || !fromClient || OpenedByBoth)
            return;
        if (to.Offset(segment.Acknowledgement) < 0)
            return;
        Handshake.Complete(at);
        if (SegmentBytes is not { } bytes || Handshake.Parts is not var (toServer, toClient))
            return;
        if (DataBeforeHandshake = from.Bytes > 0 || to.Bytes > 0)
            return;
        from.Meter = new FlightMeter(ByPauses(senderIsServer: false), toClient, toServer, bytes);
        to.Meter = new FlightMeter(ByPauses(senderIsServer: true), toServer, toClient, bytes);
        (from.Meter.First.Edge, to.Meter.First.Edge) = (to.Syn!.Value.Window, from.Syn!.Value.Window);
    }

    private bool ByPauses(bool senderIsServer) => Handshake.Place(senderIsServer) is CapturePlace.Receiver or CapturePlace.Between;

    private static void Acknowledge(long at, in CapturedSegment segment, SentData from, SentData to)
    {
        var scale = from.Syn?.Options.Scale is { } own && to.Syn?.Options.Scale is not null ? own : 0;
        var window = (long)segment.Window << scale;
        if (from.Syn is not null && to.Syn is not null)
            from.FirstWindow ??= window;
        if (to.Meter is null)
            return;
        var offset = to.Offset(segment.Acknowledgement);
        var acknowledged = segment.Options.Sack is { } sack ? Math.Max(offset, to.Offset(sack)) : offset;
        to.Meter.Acknowledge(at, acknowledged, offset, window, segment.Payload);
    }

    private SentData From(in CapturedSegment segment) => segment.Source == a ? _fromA : _fromB;

    private SentData Other(in CapturedSegment segment) => segment.Source == a ? _fromB : _fromA;
}
