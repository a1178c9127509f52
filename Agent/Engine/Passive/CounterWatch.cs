using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>What the host's counters grew by. For one caller at a time.</summary>
/// <param name="read">Reads them; <see langword="null"/> when they cannot be.</param>
/// <param name="clock">Dates the readings.</param>
public sealed class CounterWatch(Func<TcpCounts?> read, TimeProvider clock)
{
    private (TcpCounts Counts, DateTimeOffset At)? _start;

    /// <summary>What was counted since the last time this was asked for, and begins anew.</summary>
    /// <returns><see langword="null"/> the first time, when the counters went backwards, or cannot be read.</returns>
    public Evidence? Next()
    {
        var grown = Grown();
        _start = read() is { } now ? (now, clock.GetUtcNow()) : null;
        return grown;
    }

    /// <summary>What was counted so far since <see cref="Next"/> was asked for.</summary>
    /// <returns><see langword="null"/> when it was not yet, or as there.</returns>
    public Evidence? Grown()
    {
        if (
            _start is not var (before, since)
            || read() is not { } now
            || now.Segments < before.Segments
            || now.SegmentsAgain < before.SegmentsAgain
        )
            return null;
        return new Evidence
        {
            TargetId = HostCounters.Target,
            Method = EvidenceMethod.Passive,
            At = clock.GetUtcNow(),
            Conclusive = false,
            Note = "The host's own counters: all its TCP traffic, that with itself included.",
            Counters = new HostCounters
            {
                Since = since,
                Segments = now.Segments - before.Segments,
                SegmentsAgain = now.SegmentsAgain - before.SegmentsAgain,
                LossProbes = now.LossProbes - before.LossProbes,
                SlowStartAgain = now.SlowStartAgain - before.SlowStartAgain,
                Timeouts = now.Timeouts - before.Timeouts,
            },
        };
    }
}
