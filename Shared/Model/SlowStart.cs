using IwTune.Shared.Wire;

namespace IwTune.Shared.Model;

/// <summary>
/// The closed form of TCP slow start on a path without loss: the window doubles every round trip until a bound.
/// It is the slow-start latency of Kurose and Ross ("Computer Networking", §3.7) with any initial window.
/// </summary>
/// <remarks>Receivers that grow their window while receiving make it one round wrong, at times, above 130 kB with 20 segments and more.</remarks>
public static class SlowStart
{
    /// <summary>Rounds and times of one transfer.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A size, window, rate or time is outside what its documentation says.</exception>
    public static Prediction Predict(Transfer transfer)
    {
        Check(transfer);
        var segments = (transfer.SizeBytes + transfer.Mss - 1) / transfer.Mss;
        var (effective, binding) = Effective(transfer);
        var bound = Math.Min(Bound(transfer), transfer.SsThresh ?? long.MaxValue);

        // Seconds on the wire of one full segment and of the whole response; zero on a path that never queues.
        var rate = transfer.RateBitsPerSecond;
        var perSegment = rate is null ? 0 : (transfer.Mss + transfer.HeaderBytes) * 8.0 / rate.Value;
        var onWire = rate is null ? 0 : (transfer.SizeBytes + (double)segments * transfer.HeaderBytes) * 8 / rate.Value;

        var rtt = transfer.Rtt.TotalSeconds;
        var (rounds, stalls, waited) = (1L, 0L, 0.0);
        var (window, left) = ((long)effective, segments - effective);
        while (left > 0)
        {
            // Once the window is at its bound all remaining flights are alike.
            var flights = window >= bound ? (left + window - 1) / window : 1;
            var stall = Math.Max(0, rtt + perSegment - window * perSegment);
            waited += flights * stall;
            stalls += stall > 0 ? flights : 0;
            rounds += flights;
            window = Math.Max(window, Math.Min(2 * window, bound));
            left -= flights * window;
        }
        var fetch = rtt + onWire + waited;
        var total = fetch + rtt * (transfer.HandshakeRounds + transfer.TlsRounds) + transfer.ServerTime.TotalSeconds;
        return new(checked((int)rounds), checked((int)stalls), TimeSpan.FromSeconds(fetch), TimeSpan.FromSeconds(total), effective, binding);
    }

    private static (int Segments, BindingTerm Binding) Effective(Transfer transfer)
    {
        var (segments, binding) = ((long)transfer.InitCwnd, BindingTerm.InitCwnd);
        if (PeerSegments(transfer) is { } peer && peer < segments)
            (segments, binding) = (peer, BindingTerm.PeerWindow);
        if (transfer.SendBufferSegments is { } buffer && buffer < segments)
            (segments, binding) = (buffer, BindingTerm.SendBuffer);
        return ((int)segments, binding);
    }

    // A fixed send buffer and the peer's window bound every flight, not only the first.
    private static long Bound(Transfer transfer) =>
        Math.Min(PeerSegments(transfer) ?? long.MaxValue, transfer.SendBufferSegments ?? long.MaxValue);

    // A window below one segment still lets one shorter segment out.
    private static long? PeerSegments(Transfer transfer) =>
        transfer.PeerWindowBytes is { } bytes ? Math.Max(1, bytes / transfer.Mss) : null;

    private static void Check(Transfer transfer)
    {
        var broken = transfer switch
        {
            { SizeBytes: < 1 or > 1L << 50 } => "SizeBytes must be 1 byte to 1 PiB",
            { Rtt.Ticks: < 0 } or { ServerTime.Ticks: < 0 } => "Rtt and ServerTime must not be negative",
            { InitCwnd: < 1 } or { SendBufferSegments: < 1 } or { SsThresh: < 1 } => "a window must be at least one segment",
            { Mss: < 1 } or { HeaderBytes: < 0 } => "Mss must be at least 1 byte, HeaderBytes at least 0",
            { PeerWindowBytes: < 1 } => "PeerWindowBytes must be at least 1 byte",
            { RateBitsPerSecond: not null and not (> 0 and <= 1e15) } => "RateBitsPerSecond must be above 0 and at most 1e15",
            { HandshakeRounds: < 0 or > 100 } or { TlsRounds: < 0 or > 100 } => "handshake and TLS rounds must be 0 to 100",
            _ => null,
        };
        if (broken is not null)
            throw new ArgumentOutOfRangeException(nameof(transfer), transfer, broken);
    }
}
