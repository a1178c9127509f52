using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Damage that needs no comparison: RFC 9040 (Appendix C) lowers a window from 5 % of connections with loss in the first flight on. The
/// only outcome that is judged when no control group is left.
/// </summary>
internal static class KillSwitch
{
    public const string Name = "first-flight loss, absolute";

    /// <summary>Fewer judged connections say nothing.</summary>
    public const long Least = 200;

    public const double TooMuch = 0.05;

    public static GateInput Of(GateCase given)
    {
        var ring = given.Outcomes.Ring;
        var (share, before) = (Words.Share(ring.Lost, ring.Judged), Words.Share(ring.LostBefore, ring.Judged));
        if (given.Rules.MinSamples == 0)
            return Say(GateVerdict.NotApplicable, "not judged: the rollout's rules ask for no samples (minSamples 0)");
        if (ring.Judged < Least)
            return Say(
                GateVerdict.NotApplicable,
                Words.Text(
                    $"{ring.Judged:N0} connections of the ring were judged; fewer than {Least} say nothing about {Words.Percent(TooMuch)}"
                )
            );
        var much = Proportion.Wilson(ring.Lost, ring.Judged).Low >= TooMuch;
        var told = Words.Text(
            $"first flights lost: {Words.Of(ring.Lost, ring.Judged)}, and by what the same hosts lost before {Words.Percent(before)} "
                + $"were due; {Words.Percent(TooMuch)} is too much whatever others lose"
        );
        // Hosts that always lost so much are not harmed by a revision under which they lose no more.
        return much && share >= before + FirstFlightInput.Floor
            ? Say(GateVerdict.Fail, told)
            : Say(GateVerdict.Pass, much ? $"{told}, but not more than before" : told);

        GateInput Say(GateVerdict verdict, string sentence) =>
            new(Name, verdict, sentence, "share", ring.Judged == 0 ? null : share, Threshold: TooMuch);
    }
}
