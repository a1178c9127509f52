using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>The growth of the host's counters. For one caller at a time.</summary>
/// <param name="read">Reads them; <see langword="null"/> when they cannot be read.</param>
/// <param name="clock">Dates the readings.</param>
public sealed class CounterWatch(Func<TcpCounts?> read, TimeProvider clock)
{
    private (TcpCounts Counts, DateTimeOffset At)? _start;

    /// <summary>What was counted since the last call; a new count begins.</summary>
    /// <returns><see langword="null"/> the first time, when the counters went backwards, or cannot be read.</returns>
    public Evidence? Next()
    {
        var grown = Grown();
        _start = read() is { } now ? (now, clock.GetUtcNow()) : null;
        return grown;
    }

    /// <summary>What was counted so far since the last <see cref="Next"/>.</summary>
    /// <returns><see langword="null"/> before the first of them, or when it would return that.</returns>
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
            Note = "The host's own counters: all its TCP traffic, loopback included.",
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
