using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Whether a larger share of segments is retransmitted, each arm compared with its hosts' earlier share. Hosts that cannot tell their
/// connections apart count by the counters of all their TCP traffic.
/// </summary>
internal static class RetransmissionInput
{
    public const string Name = "retransmissions";

    /// <summary>What Google saw when it went from three segments to ten, and took (RFC 6928 §10: 0.3 to 0.7 points): 0.5 points.</summary>
    public const double Threshold = 0.005;

    /// <summary>As many segments as a first flight has stand for one connection where connections cannot be counted.</summary>
    private const int FirstFlight = 10;

    /// <summary>For so many units the interval is narrowest.</summary>
    private const double Tightest = 100;

    /// <summary>
    /// Where it is the only outcome that is judged, it decides as first-flight loss does elsewhere: a larger rise than the rule's must be
    /// excluded.
    /// </summary>
    public static GateInput Alone(GateCase given)
    {
        var (ring, control) = (given.Outcomes.Ring.Segments, given.Outcomes.RingControl.Segments);
        var least = (long)FirstFlight * given.Rules.MinSamples;
        return Of(
            given,
            ring >= least && control >= least
                ? ""
                : Words.Text(
                    $"too few segments: {ring:N0} of the ring and {control:N0} of the control group were counted, {least:N0} of each are "
                        + $"needed ({FirstFlight} for each of {given.Rules.MinSamples:N0} connections)"
                ),
            given.Rules.MaxRise
        );
    }

    /// <param name="given">The case.</param>
    /// <param name="few">What is missing before it can pass; empty for nothing.</param>
    /// <param name="most">The rise that must be excluded, percentage points; infinite where another input excludes one.</param>
    public static GateInput Of(GateCase given, string few, double most = double.PositiveInfinity)
    {
        var (ring, control) = (given.Outcomes.Ring, given.Outcomes.RingControl);
        Interval? compared = null;
        if (ring.Segments == 0 || control.Segments == 0)
            return Say(GateVerdict.Inconclusive, few.Length > 0 ? few : "no retransmissions were reported by one of the groups");
        var alpha = given.Rules.Alpha * AlphaShares.Retransmissions / given.Rules.Rings.Count;
        var excess = RetransmissionExcess.Of(ring, control, units => AnytimeDeviate.Of(units, Tightest, alpha));
        compared = excess;
        var told = Words.Text(
            $"retransmitted: {Words.Of(ring.Again, ring.Segments)} of segments against {Words.Of(control.Again, control.Segments)} in "
                + $"the control group, {Words.Points(excess.Estimate)} points more than these hosts' paths explain (interval "
                + $"{Words.Points(excess.Low)} to {Words.Points(excess.High)}); {Words.Points(Threshold)} are too many"
        );
        if (excess.Low > Threshold)
            return Say(GateVerdict.Fail, $"{told}: harm shown");
        if (few.Length > 0)
            return Say(GateVerdict.Inconclusive, $"{few}; {told}");
        if (excess is { Low: > 0, Estimate: > Threshold })
            return Say(GateVerdict.Inconclusive, $"{told}: too much to continue, too little to roll back");
        var excluded = Words.Text($"{told}: more than {Words.Points(Math.Max(0, excess.High))} points more are excluded");
        return excess.High * 100 <= most
            ? Say(GateVerdict.Pass, excluded)
            : Say(GateVerdict.Inconclusive, Words.Text($"{excluded}, and the rollout's rule is {most:0.##}: not enough data yet"));

        GateInput Say(GateVerdict verdict, string sentence)
        {
            var share = ring.Segments == 0 ? (double?)null : Words.Share(ring.Again, ring.Segments);
            // On the scale of the ring's share: above what was due.
            var due = share - compared?.Estimate;
            return new GateInput(
                Name,
                verdict,
                sentence,
                "share",
                share,
                control.Segments == 0 ? null : Words.Share(control.Again, control.Segments),
                due + Threshold
            )
            {
                Due = due,
                Low = Measure.Finite(due + compared?.Low),
                High = Measure.Finite(due + compared?.High),
            };
        }
    }
}
