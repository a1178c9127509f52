namespace IwTune.Agent.Engine.Captures;

/// <summary>What a capture shows of a first flight.</summary>
internal sealed class SeenFirstFlight
{
    private int _largest;
    private int _ofLargest;
    private int _lastPayload;
    private long _bytes;

    public bool Closed { get; private set; }

    /// <summary>Bytes of it, as far as it was seen.</summary>
    public long Bytes => _bytes;

    /// <summary>Packets of it: a frame beyond a full segment counts as what it will be divided into.</summary>
    public long Packets { get; private set; }

    public long StartedAt { get; private set; }

    /// <summary>When its last new data was seen.</summary>
    public long LastAt { get; private set; }

    public long? ClosedAt { get; private set; }

    /// <summary>When data was acknowledged first.</summary>
    public long? AcknowledgedAt { get; set; }

    /// <summary>Where the receiver's window ended before that; 0 when it was not seen.</summary>
    public long Edge { get; set; }

    /// <summary>Bytes of it that were seen again.</summary>
    public long SentAgain { get; set; }

    /// <summary>Where all data ends, once that was seen.</summary>
    public long? Finished { get; set; }

    /// <summary>Data was acknowledged that the capture does not have.</summary>
    public bool Missing { get; set; }

    /// <summary>The first new data behind it: when, and where it starts.</summary>
    public (long At, long Offset)? Continued { get; set; }

    /// <summary>Bytes of it that were seen: fewer than all where one was lost on the way to the capture.</summary>
    public long Seen { get; private set; }

    /// <summary>Data of the flight.</summary>
    public void Add(long at, long end, int payload, long fresh, int segment)
    {
        if (fresh <= 0)
            return;
        if (Packets == 0)
            StartedAt = at;
        LastAt = at;
        Seen += fresh;
        Packets += (fresh + segment - 1) / segment;
        (_largest, _ofLargest) =
            payload > _largest ? (payload, 1)
            : payload == _largest ? (_largest, _ofLargest + 1)
            : (_largest, _ofLargest);
        if (end > _bytes)
            (_lastPayload, _bytes) = (payload, end);
    }

    public void Close(long at, long bytes) => (Closed, ClosedAt, _bytes) = (true, at, bytes);

    /// <summary>Data of a full segment: less than the handshake allows where the path or an option of TCP takes some.</summary>
    public int SegmentOf(int allowed) => _largest < allowed && _ofLargest > 1 && _largest >= allowed * 0.8 ? _largest : allowed;

    /// <summary>Whether no packet was smaller than it had to be; the last one may be where the data ends.</summary>
    public bool InFullSegments(int segment) => EndsFull(segment) ? Seen == Packets * segment : Packets == (Seen + segment - 1) / segment;

    /// <summary>Whether its last frame is full, so that not the end of the data ended it.</summary>
    public bool EndsFull(int segment) => _lastPayload > 0 && _lastPayload % segment == 0;
}
