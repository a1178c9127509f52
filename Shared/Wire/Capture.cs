namespace IwTune.Shared.Wire;

/// <summary>
/// Bytes over time of one response, sent with different initial windows over the same path: what <c>iwtune lab --capture</c> writes and the
/// console draws. <see cref="CaptureRules"/> says what is a sound one.
/// </summary>
public sealed record Capture
{
    /// <summary>The only <see cref="Format"/> there is.</summary>
    public const string CurrentFormat = "iwtune-capture/1";

    /// <summary><see cref="CurrentFormat"/>; a later form has another number.</summary>
    public required string Format { get; init; }

    /// <summary>What was measured, in a few words; 1..120 printable characters.</summary>
    public required string Title { get; init; }

    /// <summary>When.</summary>
    public required DateTimeOffset Taken { get; init; }

    /// <summary>Bytes of the response, 1..64 MiB.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>Round-trip time of the idle path, microseconds, up to a minute.</summary>
    public required long RttMicroseconds { get; init; }

    /// <summary>Rate of the narrow link, bit/s; <see langword="null"/> when it never queues, or is not known.</summary>
    public long? RateBitsPerSecond { get; init; }

    /// <summary>Packets that fit before the narrow link; <see langword="null"/> when nothing bounds them, or it is not known.</summary>
    public int? QueuePackets { get; init; }

    /// <summary>The sender's congestion control: <c>cubic</c>; empty when not known.</summary>
    public string CongestionControl { get; set; } = "";

    /// <summary>What it ran on, in a line: kernel, how the path was made; up to 200 characters.</summary>
    public string Environment { get; set; } = "";

    /// <summary>The seed of what was random; <see langword="null"/> when nothing was.</summary>
    public long? Seed { get; init; }

    /// <summary>One for each window, 1..4.</summary>
    public required IReadOnlyList<CaptureArm> Arms { get; init; }
}

/// <summary>One response with one initial window. Time zero is the request's departure from the client.</summary>
public sealed record CaptureArm
{
    /// <summary>What it is called: <c>IW 10</c>; 1..40 printable characters, each arm another.</summary>
    public required string Name { get; init; }

    /// <summary>The initial window it began with, segments; <see langword="null"/> when not known.</summary>
    public int? InitCwnd { get; init; }

    /// <summary>Payload of a full segment, bytes; <see langword="null"/> when not known.</summary>
    public int? Mss { get; init; }

    /// <summary>
    /// Segments as they left the sender: bytes of the response sent up to their end. Retransmissions are in <see cref="Retransmits"/>.
    /// </summary>
    public IReadOnlyList<CapturePoint> Sent { get; set; } = [];

    /// <summary>Segments as they reached the receiver: distinct bytes that had arrived by then.</summary>
    public IReadOnlyList<CapturePoint> Received { get; set; } = [];

    /// <summary>Acknowledgements as they reached the sender: bytes acknowledged.</summary>
    public IReadOnlyList<CapturePoint> Acknowledged { get; set; } = [];

    /// <summary>The furthest byte the receiver allowed, as the sender learned it.</summary>
    public IReadOnlyList<CapturePoint> Allowed { get; set; } = [];

    /// <summary>Segments retransmitted: the byte each began at.</summary>
    public IReadOnlyList<CapturePoint> Retransmits { get; set; } = [];

    /// <summary>Segments that the path dropped: the byte each began at.</summary>
    public IReadOnlyList<CapturePoint> Dropped { get; set; } = [];
}

/// <summary>A place in a response at a time.</summary>
/// <param name="At">Microseconds since the request left the client.</param>
/// <param name="Bytes">Bytes of the response, its head included.</param>
public sealed record CapturePoint(long At, long Bytes);
