using IwTune.Shared.Model;

namespace IwTune.Agent.Engine.Trials;

/// <summary>A planned trial: one response, one path, several initial windows.</summary>
internal sealed record Trial
{
    /// <summary>Bytes of the response.</summary>
    public required int SizeBytes { get; init; }

    /// <summary>Round-trip time of the idle path.</summary>
    public required TimeSpan Rtt { get; init; }

    /// <summary>Initial windows to compare, segments, rising.</summary>
    public required IReadOnlyList<int> Windows { get; init; }

    /// <summary>Rate of the narrow link on the way to the client, bit/s; <see langword="null"/> for a path that never queues.</summary>
    public long? RateBitsPerSecond { get; init; }

    /// <summary>Packets that wait before the narrow link at most; <see langword="null"/> for a deep buffer.</summary>
    public int? QueuePackets { get; init; }

    /// <summary>Packets with data that each connection loses, counted from 1.</summary>
    public IReadOnlyList<int> Lost { get; init; } = [];

    /// <summary>A packet to the client takes up to this much longer.</summary>
    public TimeSpan Jitter { get; init; }

    /// <summary>Payload of a full segment, bytes.</summary>
    public int Mss { get; init; } = 1448;

    /// <summary>Concurrent connections.</summary>
    public int Connections { get; init; } = 1;

    /// <summary>How often each window is tried.</summary>
    public int Runs { get; init; } = 5;

    /// <summary>The sender's congestion control.</summary>
    public string CongestionControl { get; init; } = "cubic";

    /// <summary>Decides the order of windows in each round of runs, and jitter.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>Segments of the response.</summary>
    public int Segments => (SizeBytes + Mss - 1) / Mss;

    /// <summary>
    /// The longest delay by the machine that a run may have. Beyond it, a sender whose acknowledgements wait soon sends its tail-loss
    /// probe.
    /// </summary>
    public TimeSpan MostHeldUp => Rtt / 4 > LeastDelay ? Rtt / 4 : LeastDelay;

    /// <summary>Busy machines wake a thread this late again and again.</summary>
    private static TimeSpan LeastDelay { get; } = TimeSpan.FromMilliseconds(2);

    /// <summary>What the model says from request to last byte; concurrent connections share the link evenly in it.</summary>
    public Prediction Predict(int window) => SlowStart.Predict(TransferOf(window));

    /// <summary>The same transfer as the model takes it.</summary>
    public Transfer TransferOf(int window) =>
        new()
        {
            SizeBytes = SizeBytes,
            Rtt = Rtt,
            InitCwnd = window,
            Mss = Mss,
            RateBitsPerSecond = RateBitsPerSecond is { } rate ? (double)rate / Connections : null,
            PeerAutotunes = true,
            PacingGain = CongestionControl == "bbr" ? Pacing.Bbr : null,
            HandshakeRounds = 0,
        };

    /// <summary>
    /// Packets of the first flights of all connections that find no room before the narrow link, by the law of a fast sender: F − (B + 1).
    /// </summary>
    public long Overflow(int window) =>
        RateBitsPerSecond is null || QueuePackets is not { } queue
            ? 0
            : FirstFlight.Overflow((long)Math.Min(Predict(window).EffectiveSegments, Segments) * Connections, queue);
}
