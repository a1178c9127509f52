namespace IwTune.Agent.Linux.Emulation;

/// <summary>
/// What a path does to packets in one direction: first scripted drops, then a narrow link with a queue before it, then the delay. The
/// default is a path that does nothing.
/// </summary>
public sealed record PathShape
{
    /// <summary>From the end of sending to arrival. Half a round-trip time where both directions are alike.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>A packet takes up to this much longer, evenly distributed; order is kept.</summary>
    public TimeSpan Jitter { get; init; }

    /// <summary>
    /// Rate of the narrow link by the length of the IP packet, bit/s, 1 to 10¹²; <see langword="null"/> for a path that never queues.
    /// </summary>
    public double? RateBitsPerSecond { get; init; }

    /// <summary>
    /// Packets that wait for the narrow link at most, 0 to 16,384; one more is dropped (drop-tail). The packet being sent does not count,
    /// so a burst of F packets loses max(0, F − (B + 1)). A packet that comes at the instant one leaves, to a twentieth of the time that
    /// one took, counts as coming after it. <see langword="null"/> for a deep queue.
    /// </summary>
    public int? QueuePackets { get; init; }

    /// <summary>Drops before the queue is full, by how long packets wait; <see langword="null"/> for drop-tail alone.</summary>
    public CoDel? Aqm { get; init; }

    /// <summary>
    /// Which packets with data of each TCP connection are lost, from 1 on. Data that was sent before is not counted again: a retransmission
    /// always passes.
    /// </summary>
    public IReadOnlyList<int> LostDataPackets { get; init; } = [];

    /// <summary>Lets packets overtake others; <see langword="null"/> keeps the order.</summary>
    public Reordering? Reordering { get; init; }

    /// <summary>All problems of the shape, as sentences; empty when it can be emulated.</summary>
    public IReadOnlyList<string> Problems()
    {
        var found = new List<string>();
        if (Delay < TimeSpan.Zero || Delay > Longest)
            found.Add($"the delay must be 0 to {Longest.TotalSeconds:0} s, not {Delay}");
        if (Jitter < TimeSpan.Zero || Jitter > Longest)
            found.Add($"the jitter must be 0 to {Longest.TotalSeconds:0} s, not {Jitter}");
        if (RateBitsPerSecond is not null and not (>= 1 and <= 1e12))
            found.Add($"the rate must be 1 to 10^12 bit/s, not {RateBitsPerSecond}");
        if (QueuePackets is < 0 or > MostPackets)
            found.Add($"the queue must hold 0 to {MostPackets} packets, not {QueuePackets}");
        if (RateBitsPerSecond is null && (QueuePackets is not null || Aqm is not null))
            found.Add("a queue needs a rate: without a narrow link nothing waits");
        if (Aqm is { } aqm && (aqm.Target <= TimeSpan.Zero || aqm.Interval <= aqm.Target))
            found.Add($"CoDel's target must be above 0 and its interval longer, not {aqm.Target} and {aqm.Interval}");
        foreach (var number in LostDataPackets)
        {
            if (number < 1)
                found.Add($"data packets are counted from 1, not {number}");
        }
        if (Reordering is { } order && (order.Share is not (>= 0 and <= 1) || order.HeldBack <= TimeSpan.Zero || order.HeldBack > Longest))
            found.Add(
                $"a share of 0 to 1 of the packets can be held back, by more than 0 and at most {Longest.TotalSeconds:0} s, not "
                    + $"{order.Share} by {order.HeldBack}"
            );
        return found;
    }

    internal const int MostPackets = 16_384;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);
}

/// <summary>Some packets are delayed, and those behind them overtake.</summary>
/// <param name="Share">How many of all, 0 to 1, chosen by the path's seed.</param>
/// <param name="HeldBack">How much longer they take.</param>
public sealed record Reordering(double Share, TimeSpan HeldBack);
