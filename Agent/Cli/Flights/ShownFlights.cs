using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Cli.Flights;

/// <summary>What <c>flight --json</c> writes.</summary>
/// <param name="Rows">Connections, most data first; none with <c>--by-receiver</c>.</param>
/// <param name="Receivers">Receivers whose handshakes look the same, most connections first; only with <c>--by-receiver</c>.</param>
/// <param name="Summary">Over all connections.</param>
internal sealed record ShownFlights(IReadOnlyList<ShownFlight> Rows, IReadOnlyList<ShownReceivers> Receivers, FlightSummary Summary);

/// <summary>One connection. What the capture does not show is <see langword="null"/>.</summary>
internal sealed record ShownFlight
{
    /// <summary>The side that sent more data, address and port.</summary>
    public required string Sender { get; init; }

    public required string Receiver { get; init; }

    /// <summary>Whether the sender is the side that received the SYN.</summary>
    public required bool? SenderIsServer { get; init; }

    public required DateTimeOffset? StartedAt { get; init; }

    /// <summary>Where the capture was taken.</summary>
    public required CapturePlace Place { get; init; }

    /// <summary>Of the handshake.</summary>
    public required double? RttMs { get; init; }

    /// <summary>A SYN or SYN-ACK was sent again: the round-trip time is that of the last one.</summary>
    public required bool SynRepeated { get; init; }

    public required int? SenderMss { get; init; }

    public required int? ReceiverMss { get; init; }

    public required int? SenderScale { get; init; }

    public required int? ReceiverScale { get; init; }

    /// <summary>Window of the receiver's SYN or SYN-ACK, bytes.</summary>
    public required long? ReceiverSynWindow { get; init; }

    /// <summary>Window of its next segment, scaled, bytes.</summary>
    public required long? ReceiverWindow { get; init; }

    public required long SentBytes { get; init; }

    public required long ReceivedBytes { get; init; }

    /// <summary>Data of a full segment.</summary>
    public required int? SegmentBytes { get; init; }

    public required long? FirstFlightBytes { get; init; }

    /// <summary>The first flight in full segments.</summary>
    public required long? FirstFlightSegments { get; init; }

    /// <summary>What ended the first flight.</summary>
    public required FlightLimit Limit { get; init; }

    /// <summary>Segments; <see langword="null"/> when it is not known, or only from below.</summary>
    public required long? InitialWindow { get; init; }

    /// <summary>Segments that the initial window has at least.</summary>
    public required long? AtLeast { get; init; }

    /// <summary>Why it is not known; empty when it is.</summary>
    public required string Why { get; init; }

    /// <summary>Bytes of each flight, at most six.</summary>
    public required IReadOnlyList<long> Flights { get; init; }

    /// <summary>Bytes of the first flight that were seen again.</summary>
    public required long? RetransmittedBytes { get; init; }

    public static ShownFlight Of(CapturedFlight flight)
    {
        var (connection, verdict) = (flight.Connection, flight.Verdict);
        var (sent, received) = (connection.Sent.Syn, connection.Received.Syn);
        var known = verdict.Segments is not null;
        return new ShownFlight
        {
            Sender = connection.Sender.ToString(),
            Receiver = connection.Receiver.ToString(),
            SenderIsServer = connection.SenderIsServer,
            StartedAt = connection.StartedAt is { } at ? DateTimeOffset.UnixEpoch.AddTicks(at / 100) : null,
            Place = flight.Place,
            RttMs = connection.Handshake.RoundTrip is { } rtt ? Math.Round(rtt / 1e6, 3) : null,
            SynRepeated = connection.Handshake.SynRepeated || connection.Handshake.AnswerRepeated,
            SenderMss = sent?.Options.Mss,
            ReceiverMss = received?.Options.Mss,
            SenderScale = sent?.Options.Scale,
            ReceiverScale = received?.Options.Scale,
            ReceiverSynWindow = received?.Window,
            ReceiverWindow = connection.Received.FirstWindow,
            SentBytes = connection.Sent.Bytes,
            ReceivedBytes = connection.Received.Bytes,
            SegmentBytes = connection.SegmentBytes is { } allowed ? flight.First?.SegmentOf(allowed) ?? allowed : null,
            FirstFlightBytes = known ? flight.First?.Bytes : null,
            FirstFlightSegments = verdict.Segments,
            Limit = verdict.Limit,
            InitialWindow = verdict.Limit == FlightLimit.InitialWindow ? verdict.Segments : null,
            AtLeast = verdict.Limit == FlightLimit.InitialWindow ? null : verdict.Segments,
            Why = verdict.Why,
            Flights = known ? connection.Sent.Meter?.Flights ?? [] : [],
            RetransmittedBytes = known ? flight.First?.SentAgain : null,
        };
    }
}
