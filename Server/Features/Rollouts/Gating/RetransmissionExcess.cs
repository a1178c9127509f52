using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// How many points more a ring retransmits than its hosts' past and the control group of the same time explain. The unit is a host in a
/// time slot.
/// </summary>
internal static class RetransmissionExcess
{
    /// <param name="ring">Hosts with the revision, with segments.</param>
    /// <param name="control">Hosts without it, with segments.</param>
    /// <param name="deviate">Standard errors to each side for so many units.</param>
    public static Interval Of(ArmOutcome ring, ArmOutcome control, Func<double, double> deviate)
    {
        var estimate = Excess(ring) - Excess(control);
        // A few units of the ring show their variance badly: bursts that the control group shows are expected of them too.
        var factor = Math.Max(Clustered(ring) / Independent(ring), Clustered(control) / Independent(control));
        var variance = Math.Max(1, factor) * Independent(ring) + Math.Max(Clustered(control), Independent(control));
        var doubt = Squared(ring) + Squared(control);
        var z = deviate(1 / ((1 / Units(ring)) + (1 / Units(control))));
        var half = z * Math.Sqrt(variance + doubt);
        return new Interval(estimate, estimate - half, estimate + half);
    }

    private static double Units(ArmOutcome arm) => RatioOfSums.Units(arm.Segments, arm.SegmentSquares);

    private static double Excess(ArmOutcome arm) => (arm.Again - arm.AgainBefore) / arm.Segments;

    private static double Clustered(ArmOutcome arm) =>
        RatioOfSums.Variance(Excess(arm), arm.Segments, arm.SegmentSquares, arm.AgainCross, arm.AgainSquares);

    /// <summary>If segments were retransmitted independently; of none it is taken for one.</summary>
    private static double Independent(ArmOutcome arm)
    {
        var share = Math.Max(1.0 / arm.Segments, (double)arm.Again / arm.Segments);
        return share / arm.Segments;
    }

    private static double Squared(ArmOutcome arm) => arm.AgainVariance / ((double)arm.Segments * arm.Segments);
}
