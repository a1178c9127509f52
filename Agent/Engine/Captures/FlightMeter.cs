using IwTune.Agent.Engine.Flights;

namespace IwTune.Agent.Engine.Captures;

/// <summary>
/// The flights of one direction. At the sender a flight ends when the first byte of it is acknowledged; elsewhere acknowledgements pass
/// before the rest of the flight does, and a pause of half a round trip ends it.
/// </summary>
/// <param name="byPauses">Whether pauses end a flight.</param>
/// <param name="toSender">Nanoseconds from the capture to the sender and back, by the handshake.</param>
/// <param name="toReceiver">Nanoseconds from the capture to the receiver and back.</param>
/// <param name="segment">Bytes of data in a full segment.</param>
internal sealed class FlightMeter(bool byPauses, long toSender, long toReceiver, int segment)
{
    /// <summary>The flights that are counted.</summary>
    public const int Most = 6;

    private readonly List<long> _flights = [];
    private ByteRanges? _ranges = new();
    private long _start;
    private long _lastAt;

    /// <summary>The first flight, and what it shows.</summary>
    public SeenFirstFlight First { get; } = new();

    /// <summary>Where the data ends that was sent so far.</summary>
    public long Highest { get; private set; }

    /// <summary>Bytes of each flight.</summary>
    public IReadOnlyList<long> Flights => Highest > _start && _flights.Count < Most ? [.. _flights, Highest - _start] : _flights;

    /// <summary>
    /// Nanoseconds from the capture to the sender and back, at most: by the handshake, or by the first answer if it was faster.
    /// </summary>
    public long ToSender { get; private set; } = toSender;

    /// <summary>Nanoseconds, at most.</summary>
    public long RoundTrip => ToSender + toReceiver;

    /// <summary>The pause that ends a flight; at the sender only the first one, before a probe.</summary>
    private long Pause => byPauses ? RoundTrip / 2 : TailLossProbe.Earliest(RoundTrip);

    /// <summary>
    /// The first data acknowledges a request that the capture saw this long before. A handshake that waited, for a busy host or a lost
    /// SYN, shows a round trip that is too long: pauses between flights would be shorter than half of it.
    /// </summary>
    public void Answered(long nanoseconds)
    {
        if (byPauses)
            ToSender = Math.Min(ToSender, nanoseconds);
    }

    /// <summary>Data of this direction, by its distance from the first byte.</summary>
    public void Data(long at, long offset, int payload, bool fin)
    {
        var end = offset + payload;
        if (Highest > _start && at - _lastAt >= Pause && (byPauses || end > Highest && !First.Closed))
            Close(at);
        _lastAt = at;
        if (fin)
            First.Finished = end;
        if (!First.Closed)
        {
            var again = _ranges!.Add(offset, end);
            First.SentAgain += again;
            First.Add(at, end, payload, payload - again, segment);
        }
        else
        {
            if (offset < First.Bytes)
                First.SentAgain += _ranges?.Add(offset, Math.Min(end, First.Bytes)) ?? 0;
            if (end > Highest)
                First.Continued ??= (at, offset);
        }
        Highest = Math.Max(Highest, end);
    }

    /// <summary>A segment of the other direction.</summary>
    /// <param name="at">Nanoseconds.</param>
    /// <param name="acknowledged">What it acknowledges, by its distance from the first byte; selective acknowledgements included.</param>
    /// <param name="cumulative">The same without selective acknowledgements.</param>
    /// <param name="window">Its window, scaled.</param>
    /// <param name="payload">Its data.</param>
    public void Acknowledge(long at, long acknowledged, long cumulative, long window, int payload)
    {
        // A FIN takes a number too.
        if (acknowledged > Highest + (First.Finished is null ? 0 : 1))
            First.Missing |= !First.Closed;
        // An acknowledgement without progress, a round trip behind the data: the first segment was lost.
        var repeated = acknowledged <= 0 && payload == 0 && !byPauses && Highest > 0 && at - First.StartedAt >= RoundTrip / 2;
        if (acknowledged <= 0 && !repeated)
        {
            // A later segment may show a smaller window than the SYN did; a sender keeps to the last one.
            if (First.AcknowledgedAt is null)
                First.Edge = cumulative + window;
            return;
        }
        if (Highest > 0)
            First.AcknowledgedAt ??= at;
        if (!byPauses && Highest > _start && (acknowledged > _start || repeated && !First.Closed))
            Close(at);
        if (First.Closed && cumulative >= First.Bytes)
            _ranges = null;
    }

    private void Close(long at)
    {
        if (_flights.Count < Most)
            _flights.Add(Highest - _start);
        if (!First.Closed)
            First.Close(at, Highest);
        _start = Highest;
    }
}
