using IwTune.Shared.Wire;

namespace IwTune.Shared.Model;

/// <summary>
/// The closed form of TCP slow start on a path without loss: the window doubles every round trip until a bound.
/// It is the slow-start latency of Kurose and Ross ("Computer Networking", §3.7) with any initial window.
/// </summary>
/// <remarks>
/// Receivers that widen their window while receiving make it one round wrong, at times, above 130 kB with 20 segments and more, unless
/// <see cref="Transfer.PeerAutotunes"/> counts that in. Of a paced sender only the first flight's spreading is counted.
/// Delayed acknowledgements and loss are <see cref="SlowStartSimulator"/>'s.
/// </remarks>
public static class SlowStart
{
    // Less is rounding, not waiting.
    private const double Instant = 1e-12;

    /// <summary>Rounds and times of one transfer.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A size, window, rate or time is outside what its documentation says, or they make more than two billion rounds or 29,000 years.
    /// </exception>
    public static Prediction Predict(Transfer transfer)
    {
        TransferRules.Check(transfer);
        var segments = TransferRules.Segments(transfer);
        var (effective, binding) = Effective(transfer);

        // Seconds on the wire of one full segment and of the whole response; zero on a path that never queues.
        var perSegment = TransferRules.OnWire(transfer, transfer.Mss);
        var onWire = transfer.RateBitsPerSecond is { } rate ? (transfer.SizeBytes + (double)segments * transfer.HeaderBytes) * 8 / rate : 0;

        var rtt = transfer.Rtt.TotalSeconds;
        var (rounds, stalls, waited) = (1L, 0L, Paced(transfer, Math.Min(segments, effective), perSegment));
        var last = Bound(transfer, int.MaxValue);
        var (window, left) = ((long)effective, segments - effective);
        while (left > 0)
        {
            // Once the window is at the bound that stays, all remaining flights are alike.
            var flights = window >= last ? (left + window - 1) / window : 1;
            var stall = Math.Max(0, rtt + perSegment - window * perSegment);
            waited += flights * stall;
            stalls += stall > Instant ? flights : 0;
            rounds += flights;
            window = Math.Max(window, Math.Min(2 * window, Bound(transfer, rounds)));
            left -= flights * window;
        }
        if (rounds > int.MaxValue)
            throw new ArgumentOutOfRangeException(nameof(transfer), transfer, $"{rounds} rounds are more than can be counted");
        var fetch = TransferRules.Time(rtt + onWire + waited);
        return new((int)rounds, (int)stalls, fetch, fetch + TransferRules.Around(transfer), effective, binding)
        {
            FinalWindow = Math.Max(window, Math.Min(2 * (window + left), Bound(transfer, rounds + 1))),
        };
    }

    /// <summary>
    /// The window that fills the path: acknowledgements of its first segment are back before its last one has left, so that a larger one
    /// gains nothing. 1 + RTT / time of a segment on the wire, headers counted; about <see cref="BandwidthDelay.Bytes"/> in segments.
    /// </summary>
    /// <returns>Segments, at least 1; <see langword="null"/> for a path that never queues, which no window fills.</returns>
    /// <exception cref="ArgumentOutOfRangeException">As of <see cref="Predict"/>.</exception>
    public static long? Filling(Transfer transfer)
    {
        TransferRules.Check(transfer);
        return TransferRules.OnWire(transfer, transfer.Mss) is > 0 and var perSegment
            ? 1 + (long)Math.Ceiling(transfer.Rtt.TotalSeconds / perSegment)
            : null;
    }

    // The link takes what is sent late while it is still busy with what was sent before.
    private static double Paced(Transfer transfer, long flight, double perSegment) =>
        transfer.PacingGain is { } gain
            ? Math.Max(0, Pacing.Delay(flight, transfer.InitCwnd, gain, transfer.Rtt).TotalSeconds - (flight - 1) * perSegment)
            : 0;

    private static long Bound(Transfer transfer, long round) =>
        Math.Min(TransferRules.Bound(transfer, round), transfer.SsThresh ?? long.MaxValue);

    private static (int Segments, BindingTerm Binding) Effective(Transfer transfer)
    {
        var (segments, binding) = ((long)transfer.InitCwnd, BindingTerm.InitCwnd);
        if (TransferRules.PeerSegments(transfer, 1) is { } peer && peer < segments)
            (segments, binding) = (peer, BindingTerm.PeerWindow);
        if (transfer.SendBufferSegments is { } buffer && buffer < segments)
            (segments, binding) = (buffer, BindingTerm.SendBuffer);
        return ((int)segments, binding);
    }
}
