using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// The emergency stop of hosts that no others are left to be compared with: they lose several times what they lost before, and as much as
/// RFC 9040 (Appendix C) lowers a window for.
/// </summary>
internal static class OwnPastInput
{
    public const string Name = "first-flight loss, own past";

    /// <summary>RFC 9040, Appendix C: from 5 % of connections with loss in the first flight on a window is too large.</summary>
    public const double TooMuch = 0.05;

    public static GateInput Of(GateCase given)
    {
        var (ring, alpha) = (given.Outcomes.Ring, given.Rules.Alpha * AlphaShares.OwnPast);
        var (share, before) = (Words.Share(ring.Lost, ring.Judged), Words.Share(ring.LostBefore, ring.Judged));
        if (given.Rules.MinSamples == 0)
            return Say(GateVerdict.NotApplicable, OutcomeInputs.NotAsked);
        if (given.Outcomes.ControlHosts.Able > 0)
            return Say(GateVerdict.NotApplicable, "not needed: the ring is compared with the control group");
        var told = Words.Text(
            $"first flights lost: {Words.Of(ring.Lost, ring.Judged)}; by their own past {Words.Percent(before)} were due. More than "
                + $"{OwnPastEProcess.HoursDiffer:0} times that, and {Words.Percent(TooMuch)} or more, stops the rollout (false-positive "
                + $"rate {alpha * 100:0.0##} %)"
        );
        return given.Outcomes.Alone.Alarms(alpha) && share >= TooMuch
            ? Say(GateVerdict.Fail, $"{told}: harm shown")
            : Say(GateVerdict.Pass, told);

        GateInput Say(GateVerdict verdict, string sentence) =>
            new(Name, verdict, sentence, "share", ring.Judged == 0 ? null : share, Threshold: TooMuch)
            {
                Due = ring.Judged == 0 ? null : before,
                Measures =
                    ring.Judged == 0 || verdict == GateVerdict.NotApplicable
                        ? null
                        : [Measure.Evidence(given.Outcomes.Alone.HighestLogE, 1 / alpha)],
            };
    }
}
