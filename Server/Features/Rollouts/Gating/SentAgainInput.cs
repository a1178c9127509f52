using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Whether a larger share of segments is retransmitted, each arm compared with its hosts' earlier share.</summary>
internal static class SentAgainInput
{
    public const string Name = "sent again";

    /// <summary>What Google saw when it went from three segments to ten, and took (RFC 6928 §10: 0.3 to 0.7 points): 0.5 points.</summary>
    public const double Threshold = 0.005;

    public static GateInput Of(GateCase given, string few)
    {
        var (ring, control) = (given.Outcomes.Ring, given.Outcomes.RingControl);
        if (ring.Units < 1 || control.Units < 1 || ring.Segments == 0 || control.Segments == 0)
            return Say(GateVerdict.Inconclusive, few.Length > 0 ? few : "no arm reported retransmissions");
        var rings = given.Rules.Rings.Count;
        var units = 1 / (1 / ring.Units + 1 / control.Units);
        var z = AnytimeDeviate.Of(units, Math.Max(1, given.Rules.MinSamples / 2.0), given.Rules.Alpha * AlphaShares.SentAgain / rings);
        var excess = Excess(ring, control, z);
        var told = Words.Text(
            $"retransmissions: {Words.Of(ring.Again, ring.Segments)} of segments against {Words.Of(control.Again, control.Segments)} in "
                + $"the control group, {Words.Points(excess.Estimate)} points more than these hosts' paths explain (interval "
                + $"{Words.Points(excess.Low)} to {Words.Points(excess.High)}); {Words.Points(Threshold)} are too many"
        );
        if (excess.Low > Threshold)
            return Say(GateVerdict.Fail, $"{told}: it does harm");
        if (few.Length > 0)
            return Say(GateVerdict.Inconclusive, $"{few}; {told}");
        return excess is { Low: > 0, Estimate: > Threshold }
            ? Say(GateVerdict.Inconclusive, $"{told}: too much to continue, too little to roll back")
            : Say(GateVerdict.Pass, told);

        GateInput Say(GateVerdict verdict, string sentence) =>
            new(
                Name,
                verdict,
                sentence,
                "share",
                ring.Segments == 0 ? null : Words.Share(ring.Again, ring.Segments),
                control.Segments == 0 ? null : Words.Share(control.Again, control.Segments),
                Threshold
            );
    }

    /// <summary>
    /// How many points more the ring sends again than it would by its hosts' past and by what the control group does now: Newcombe's
    /// interval with connections for units, shifted by what the arms differed by before and widened by how badly that is known.
    /// </summary>
    internal static Interval Excess(ArmOutcome ring, ArmOutcome control, double z)
    {
        var now = Proportion.DifferenceWithin(Events(control), Units(control), Events(ring), Units(ring), z);
        var before = Words.Share(ring.AgainBefore, ring.Segments) - Words.Share(control.AgainBefore, control.Segments);
        var doubt = z * z * (Squared(ring) + Squared(control));
        var estimate = Words.Share(ring.Again, ring.Segments) - Words.Share(control.Again, control.Segments) - before;
        return new Interval(
            estimate,
            estimate - Math.Sqrt(doubt + (now.Estimate - now.Low) * (now.Estimate - now.Low)),
            estimate + Math.Sqrt(doubt + (now.High - now.Estimate) * (now.High - now.Estimate))
        );
    }

    private static double Squared(ArmOutcome arm) => arm.AgainVariance / ((double)arm.Segments * arm.Segments);

    private static long Units(ArmOutcome arm) => Math.Max(1, (long)Math.Min(arm.Units, arm.Connections));

    private static long Events(ArmOutcome arm) => Math.Min(Units(arm), (long)Math.Round(Units(arm) * Words.Share(arm.Again, arm.Segments)));
}
