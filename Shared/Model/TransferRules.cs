namespace IwTune.Shared.Model;

/// <summary>What a transfer may be, and what bounds its flights.</summary>
internal static class TransferRules
{
    /// <exception cref="ArgumentOutOfRangeException">A size, window, rate or time is outside what its documentation says.</exception>
    public static void Check(Transfer transfer)
    {
        var broken = transfer switch
        {
            { SizeBytes: < 1 or > 1L << 50 } => "SizeBytes must be 1 byte to 1 PiB",
            { Rtt.Ticks: < 0 } or { ServerTime.Ticks: < 0 } => "Rtt and ServerTime must not be negative",
            { InitCwnd: < 1 } or { SendBufferSegments: < 1 } or { SsThresh: < 1 } => "a window must be at least one segment",
            { Mss: < 1 } or { HeaderBytes: < 0 } => "Mss must be at least 1 byte, HeaderBytes at least 0",
            { PeerWindowBytes: < 1 } => "PeerWindowBytes must be at least 1 byte",
            { RateBitsPerSecond: not null and not (> 0 and <= 1e15) } => "RateBitsPerSecond must be above 0 and at most 1e15",
            { PacingGain: not null and not (> 0 and <= 100) } => "PacingGain must be above 0 and at most 100",
            { HandshakeRounds: < 0 or > 100 } or { TlsRounds: < 0 or > 100 } => "handshake and TLS rounds must be 0 to 100",
            _ => null,
        };
        if (broken is not null)
            throw new ArgumentOutOfRangeException(nameof(transfer), transfer, broken);
    }

    /// <summary>How many segments the response is.</summary>
    public static long Segments(Transfer transfer) => (transfer.SizeBytes + transfer.Mss - 1) / transfer.Mss;

    /// <summary>Seconds that a segment with this payload takes on the narrow link; zero on a path that never queues.</summary>
    public static double OnWire(Transfer transfer, double payload) =>
        transfer.RateBitsPerSecond is { } rate ? (payload + transfer.HeaderBytes) * 8 / rate : 0;

    /// <summary>
    /// The limit of a flight by the peer and a fixed send buffer, segments; <see cref="long.MaxValue"/> when neither binds.
    /// </summary>
    /// <param name="transfer">The transfer.</param>
    /// <param name="round">Which flight: 1 is the first.</param>
    public static long Bound(Transfer transfer, long round) =>
        Math.Min(PeerSegments(transfer, round) ?? long.MaxValue, transfer.SendBufferSegments ?? long.MaxValue);

    /// <summary>What the peer's window lets through; <see langword="null"/> when it never binds.</summary>
    public static long? PeerSegments(Transfer transfer, long round)
    {
        if (ReceiveWindow.Bytes(transfer, round) is not { } bytes)
            return null;
        // A window below one segment still allows one shorter segment.
        return Math.Max(1, bytes / transfer.Mss);
    }

    /// <summary>Seconds to the nearest tick.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More than 29,000 years.</exception>
    public static TimeSpan Time(double seconds) =>
        seconds < TimeSpan.MaxValue.TotalSeconds
            ? TimeSpan.FromTicks((long)Math.Round(seconds * TimeSpan.TicksPerSecond))
            : throw new ArgumentOutOfRangeException(nameof(seconds), seconds, "the transfer takes more than 29,000 years");

    /// <summary>What comes before and beside the response: handshake, TLS and the server's own time.</summary>
    public static TimeSpan Around(Transfer transfer) =>
        transfer.Rtt * (transfer.HandshakeRounds + transfer.TlsRounds) + transfer.ServerTime;
}
