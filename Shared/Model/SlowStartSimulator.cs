using IwTune.Shared.Model.Simulating;

namespace IwTune.Shared.Model;

/// <summary>
/// Slow start event by event: every segment, acknowledgement, loss and timer of one transfer. Without loss, with every segment acknowledged
/// and growth by bytes it is <see cref="SlowStart"/>; with growth by packets and delayed acknowledgements it is RFC 6928's table.
/// </summary>
/// <remarks>
/// Losses are found by selective acknowledgements and time (RFC 8985), retransmitted at the rate of RFC 6937, probed for at the end of a
/// flight, and after a timeout everything begins anew with one segment. Deterministic: the same input gives the same events. Not modelled:
/// HyStart, CUBIC's own growth after a loss (it is Reno's here), BBR beyond its pacing at the start, ECN, other traffic, lost
/// acknowledgements and reordering, an undo of what was taken for a loss, and the granularity of a kernel's timers, up to 0.15 RTT at 100
/// ms.
/// </remarks>
public static class SlowStartSimulator
{
    /// <summary>The largest response that is simulated; the closed form knows no bound.</summary>
    public const int MostSegments = 50_000;

    /// <summary>Runs one transfer to its last byte.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A size, window, rate, time or condition is outside what its documentation says; more than <see cref="MostSegments"/>.
    /// </exception>
    public static Simulation Run(Transfer transfer, SimulatedConditions? conditions = null)
    {
        TransferRules.Check(transfer);
        var used = conditions ?? new();
        var broken = used switch
        {
            { AckEvery: < 1 } => "AckEvery must be at least 1",
            { DelayedAck.Ticks: < 0 } => "DelayedAck must not be negative",
            { BufferPackets: < 0 } => "BufferPackets must be at least 0",
            { Decrease: not (> 0 and <= 1) } => "Decrease must be above 0 and at most 1",
            _ => null,
        };
        if (broken is not null)
            throw new ArgumentOutOfRangeException(nameof(conditions), conditions, broken);
        if (TransferRules.Segments(transfer) > MostSegments)
            throw new ArgumentOutOfRangeException(nameof(transfer), transfer, $"at most {MostSegments} segments are simulated");
        return new SimulatedConnection(transfer, used).Run();
    }
}
