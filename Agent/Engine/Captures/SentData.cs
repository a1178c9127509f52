namespace IwTune.Agent.Engine.Captures;

/// <summary>One direction of a captured connection.</summary>
internal sealed class SentData
{
    private uint _base;
    private bool _based;
    private long _highest;

    /// <summary>Its SYN; <see langword="null"/> when the capture does not have it.</summary>
    public CapturedSegment? Syn { get; private set; }

    /// <summary>The interface that saw it first: others show copies of the same packets.</summary>
    public long? Through { get; set; }

    /// <summary>The window of its first segment behind the SYN, scaled.</summary>
    public long? FirstWindow { get; set; }

    /// <summary>Counts flights once the handshake is complete.</summary>
    public FlightMeter? Meter { get; set; }

    /// <summary>Bytes of data, without those sent again.</summary>
    public long Bytes => Math.Max(0, _highest);

    /// <summary>When its first data was seen.</summary>
    public long? FirstDataAt { get; private set; }

    /// <summary>Segments of any kind.</summary>
    public long Segments { get; set; }

    public void Begin(in CapturedSegment syn)
    {
        Syn = syn;
        (_base, _based, _highest) = (syn.Sequence + 1, true, 0);
    }

    /// <summary>The peer acknowledged data that was in the SYN: the first flight starts behind it.</summary>
    public void Accept(uint acknowledgement)
    {
        if (Syn is not { Payload: > 0 and var early } || acknowledgement == _base || (int)(acknowledgement - _base) < 0)
            return;
        _base += (uint)Math.Min((int)(acknowledgement - _base), early);
    }

    /// <summary>Where a number is, counted from the first byte; numbers wrap around after 4 GiB.</summary>
    public long Offset(uint number) => _highest + (int)(number - unchecked(_base + (uint)_highest));

    /// <summary>Counts data.</summary>
    public void Data(long at, in CapturedSegment segment)
    {
        if (!_based)
            (_base, _based) = (segment.Sequence, true);
        var offset = Offset(segment.Sequence);
        // Keep-alives and window probes repeat the last byte.
        if (segment.Payload <= 1 && offset == _highest - 1 && !segment.Fin)
            return;
        var (skipped, payload) = offset < 0 ? ((int)Math.Min(-offset, segment.Payload), 0) : (0, segment.Payload);
        if (skipped > 0)
            (offset, payload) = (offset + skipped, segment.Payload - skipped);
        if (payload == 0 && !segment.Fin)
            return;
        FirstDataAt ??= at;
        Meter?.Data(at, offset, payload, segment.Fin);
        _highest = Math.Max(_highest, offset + payload);
    }
}
