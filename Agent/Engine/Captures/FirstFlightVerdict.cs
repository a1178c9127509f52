namespace IwTune.Agent.Engine.Captures;

/// <summary>What limited a first flight, and what that says about the initial window.</summary>
/// <param name="Limit">What ended it.</param>
/// <param name="Segments">The first flight in full segments, rounded up; <see langword="null"/> when it cannot be known.</param>
/// <param name="Why">Why the initial window is not known, or only from below; empty when it is known.</param>
internal sealed record FirstFlightVerdict(FlightLimit Limit, long? Segments, string Why)
{
    /// <summary>How much later than expected data may come that an acknowledgement permitted, nanoseconds.</summary>
    private const long Answering = 5_000_000;

    /// <param name="connection">Everything that was seen of it.</param>
    /// <param name="captureEnd">When the capture ends.</param>
    public static FirstFlightVerdict Of(CapturedConnection connection, long captureEnd)
    {
        if (connection.Sent.Bytes == 0)
            return Unknown("No data was sent.");
        if (WhyUnmeasured(connection) is { Length: > 0 } unmeasured)
            return Unknown(unmeasured);
        var (meter, first) = (connection.Sent.Meter!, connection.Sent.Meter!.First);
        var allowed = connection.SegmentBytes!.Value;
        var segment = first.SegmentOf(allowed);
        var segments = (first.Bytes + segment - 1) / segment;
        var place = connection.Handshake.Place(connection.SenderIsServer!.Value);
        if (place == CapturePlace.Unknown)
            return Unknown("The round trip is too short to know at which side the capture was taken.");
        if (first.Missing)
            return Unknown("The capture lacks packets that were acknowledged.");
        if (first.Bytes == 0)
            return Unknown("No data was sent.");
        if (first.AcknowledgedAt is null)
            return first.Finished == first.Bytes ? AllSent(segments) : Unknown("The capture has no acknowledgement of the data.");
        return Judge(new Seen(connection, meter, segment, segments, place), captureEnd);
    }

    private static FirstFlightVerdict Judge(Seen seen, long captureEnd)
    {
        var first = seen.First;
        // How long after an acknowledgement the data passes that it permits.
        var permitted = seen.Place == CapturePlace.Sender ? 0 : seen.Meter.ToSender;
        var late = permitted + Math.Max(seen.RoundTrip / 4, Answering);
        if (seen.Place != CapturePlace.Sender && first.LastAt - first.StartedAt > seen.RoundTrip * 9 / 10)
            return Unknown("Away from the sender, no pause of half a round trip separates the first flight from the next.");
        if (first.Continued is not { } next)
            return first.Finished is null && captureEnd - first.AcknowledgedAt < late
                ? Unknown("The capture ends before the second flight.")
                : AllSent(seen.Segments);
        if (first.Edge > 0 && first.Edge - first.Bytes < seen.Segment)
            return new FirstFlightVerdict(FlightLimit.ReceiverWindow, seen.Segments, "The receiver's first window was full.");
        var waited = next.At - first.AcknowledgedAt!.Value;
        if (waited > late || waited < permitted * 3 / 4)
            return new FirstFlightVerdict(FlightLimit.Data, seen.Segments, "The next data did not follow an acknowledgement.");
        if (next.Offset > first.Bytes)
            return Unknown("Segments at the end of the first flight are missing.");
        // After a short segment Linux may hold back the rest of a window (tcp_tso_should_defer).
        if (!first.InFullSegments(seen.Segment))
            return OnlyAtLeast(seen, "The data was sent in pieces that are smaller than a segment.");
        if (!first.EndsFull(seen.Segment))
            return new FirstFlightVerdict(FlightLimit.Data, seen.Segments, "The last segment was not full.");
        // RFC 5681 section 3.1: a sender whose SYN was lost starts with one segment.
        if (seen.Connection.SenderIsServer == true ? seen.Connection.Handshake.AnswerRepeated : seen.Connection.Handshake.SynRepeated)
            return OnlyAtLeast(seen, "The sender's SYN was sent again, after which a first flight is smaller.");
        // Where a link or pacing spreads a flight over the round trip, the first acknowledgement widens a window that is not full yet.
        return seen.Place == CapturePlace.Sender && first.ClosedAt - first.LastAt < seen.RoundTrip / 4
            ? OnlyAtLeast(seen, "The first flight was still being sent when its first acknowledgement arrived.")
            : new FirstFlightVerdict(FlightLimit.InitialWindow, seen.Segments, "");
    }

    private static FirstFlightVerdict OnlyAtLeast(Seen seen, string why) => new(FlightLimit.Unknown, seen.Segments, why);

    private static string WhyUnmeasured(CapturedConnection connection) =>
        (connection.Sent, connection.Received, connection.Handshake) switch
        {
            (_, { Segments: 0 }, _) => "Only one direction is in the capture.",
            _ when connection.OpenedByBoth => "Both sides opened the connection at the same time.",
            (_, _, { Completed: false } or { HasSyn: false }) or ({ Syn: null } or { Bytes: 0 }, _, _) or (_, { Syn: null }, _) =>
                "The handshake is not in the capture, or only a part of it.",
            _ when connection.SegmentBytes is null => "The capture cut off the options of the handshake.",
            _ when connection.DataBeforeHandshake => "Data was sent before the handshake was complete.",
            ({ Meter: null }, _, _) => "The handshake is not in the capture, or only a part of it.",
            _ => "",
        };

    private static FirstFlightVerdict AllSent(long segments) => new(FlightLimit.Data, segments, "There was no more data.");

    private static FirstFlightVerdict Unknown(string why) => new(FlightLimit.Unknown, null, why);

    private sealed record Seen(CapturedConnection Connection, FlightMeter Meter, int Segment, long Segments, CapturePlace Place)
    {
        public SeenFirstFlight First => Meter.First;

        public long RoundTrip => Meter.RoundTrip;
    }
}
