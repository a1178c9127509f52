using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments.Analysis;

/// <summary>Both arms over one class of connections. A time is how long a connection had data in flight, milliseconds.</summary>
public sealed record Comparison
{
    /// <summary>Sizes of the class, in words.</summary>
    public required string Size { get; init; }

    /// <summary>Round-trip times of the class, in words.</summary>
    public required string Rtt { get; init; }

    /// <summary>Connections of the control arm.</summary>
    public long Control { get; init; }

    /// <summary>Connections of the treatment arm.</summary>
    public long Treatment { get; init; }

    /// <summary>
    /// The effective number of units (peers, or pairs of blocks) in the arm with the fewer of them: below 8 there are no intervals.
    /// </summary>
    public double Units { get; init; }

    /// <summary>The median time; <see langword="null"/> with too few connections to say.</summary>
    public Difference? Median { get; init; }

    /// <summary>The time that nine of ten do not exceed.</summary>
    public Difference? P90 { get; init; }

    /// <summary>
    /// The median of the smallest round-trip time, which the window cannot change: a difference here says that the arms differ in their
    /// peers.
    /// </summary>
    public Difference? MinRtt { get; init; }

    /// <summary>By how much the treatment's times lie above the control's (Hodges and Lehmann).</summary>
    public Interval? Shift { get; init; }

    /// <summary>Mann and Whitney's test of the times.</summary>
    public double? RankP { get; init; }

    /// <summary>
    /// How many times as large the variance of a difference in time is as with independent connections, because those of one unit are
    /// alike.
    /// </summary>
    public double? DesignEffect { get; init; }

    /// <summary>Share of connections that lost some of their first flight; <see langword="null"/> when none could be judged.</summary>
    public Difference? Lost { get; init; }

    /// <summary>The design effect of the difference in first-flight loss.</summary>
    public double? LossDesignEffect { get; init; }

    /// <summary>Share of segments retransmitted, control.</summary>
    public double? ControlAgain { get; init; }

    /// <summary>Share of segments retransmitted, treatment.</summary>
    public double? TreatmentAgain { get; init; }
}

/// <summary>One figure of both arms.</summary>
/// <param name="Control">Of the control arm.</param>
/// <param name="Treatment">Of the treatment arm.</param>
/// <param name="By">By how much the treatment's is larger, with its 95 % interval; <see langword="null"/> with too few units.</param>
public sealed record Difference(double Control, double Treatment, Interval? By);
