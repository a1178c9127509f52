namespace IwTune.Shared.Statistics;

/// <summary>One host in one time slot of a rollout: the unit in which losses are counted as independent.</summary>
/// <param name="connections">Judged ones, from 0.</param>
/// <param name="lost">Those that lost some of their first flight, 0 to <paramref name="connections"/>.</param>
/// <param name="rate">What was known of the host before the rollout.</param>
/// <param name="history">What it lost in the rollout's earlier slots, while it had no change.</param>
public sealed class HostSlot(long connections, long lost, HostRate rate, HostHistory history)
{
    /// <summary>Judged connections.</summary>
    public long Connections => connections;

    /// <summary>Those that lost.</summary>
    public long Lost => lost;

    /// <summary>What was known of the host before.</summary>
    public HostRate Rate => rate;

    /// <summary>How many losses its own past predicts.</summary>
    public double Due => connections * rate.Rate;

    /// <summary>What it lost while it had no change; this slot included once it has been added.</summary>
    public HostHistory History { get; set; } = history;
}
