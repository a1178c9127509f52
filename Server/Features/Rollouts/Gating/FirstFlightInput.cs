using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Whether first flights are lost more often with the revision. Three answers: harm shown, by the e-process over the whole rollout; harm of
/// more than the rule's δ excluded, by the ring's own connections; not enough data yet.
/// </summary>
internal static class FirstFlightInput
{
    public const string Name = "first-flight loss";

    /// <summary>A difference below this does not justify a rollback, however certain it is: 0.05 points.</summary>
    public const double Floor = 0.0005;

    /// <summary>True once the evidence was ever enough.</summary>
    public static bool Alarms(GateCase given) =>
        given.Rules.MinSamples > 0 && given.Outcomes.FirstFlights.Alarms(given.Rules.Alpha * AlphaShares.FirstFlights);

    public static GateInput Of(GateCase given, string few)
    {
        var (tested, control, process) = (given.Outcomes.Tested, given.Outcomes.Control, given.Outcomes.FirstFlights);
        var needed = 1 / (given.Rules.Alpha * AlphaShares.FirstFlights);
        var share = Words.Share(tested.Lost, tested.Judged);
        // The control group's losses, scaled to these hosts: each arm is compared with its own past losses.
        var due = control is { Lost: > 0, LostBefore: > 0 } ? tested.LostBefore / control.LostBefore * control.Lost : 0;
        var expected = Words.Share(due, tested.Judged);
        var told = Words.Text(
            $"first flights lost: {Words.Of(tested.Lost, tested.Judged)} against {Words.Of(control.Lost, control.Judged)} in the "
                + $"control group in the same time{Differ(control, expected)}; evidence of harm {Evidence(process.HighestLogE)}, "
                + $"enough from {needed:0}{Bursts(given.Outcomes.Over)}"
        );
        var measures = new List<GateMeasure>();
        if (tested.Judged > 0)
            measures.Add(Measure.Evidence(process.HighestLogE, needed));
        if (Alarms(given))
        {
            return share - expected >= Floor
                ? Say(GateVerdict.Fail, $"{told}: harm shown")
                : Say(GateVerdict.Pass, $"{told}, but by less than {Words.Points(Floor)} points: no reason to roll back");
        }
        if (few.Length > 0)
            return Say(GateVerdict.Inconclusive, tested.Judged == 0 ? few : $"{few}; {told}");
        // Half of the needed digits: too much to pass, too little to fail.
        if (process.LogE >= Math.Log(needed) / 2 && share - expected >= Floor)
            return Say(GateVerdict.Inconclusive, $"{told}: too much to continue, too little to roll back");
        var (rise, most) = (RiseBound.Of(given), given.Rules.MaxRise / 100);
        if (rise < 1)
            measures.Add(new GateMeasure(GateMeasure.Rise, "points", rise * 100, given.Rules.MaxRise));
        var excluded = Words.Text($"a rise of more than {Words.Points(rise)} points is excluded (alpha {given.Rules.Alpha:0.###})");
        return rise <= most
            ? Say(GateVerdict.Pass, $"{told}: {excluded}")
            : Say(
                GateVerdict.Inconclusive,
                rise >= 1
                    ? $"{told}: not enough data yet to exclude any rise"
                    : Words.Text($"{told}: not enough data yet: {excluded}, and the rollout's rule is {given.Rules.MaxRise:0.##}")
            );

        GateInput Say(GateVerdict verdict, string sentence) =>
            new(
                Name,
                verdict,
                $"{sentence}{Chosen(given)}{Late(given)}",
                "share",
                tested.Judged == 0 ? null : share,
                control.Judged == 0 ? null : Words.Share(control.Lost, control.Judged)
            )
            {
                Due = due > 0 ? expected : null,
                Measures = measures.Count > 0 ? measures : null,
            };
    }

    private static string Chosen(GateCase given) =>
        given.BySelector ? ". The ring was chosen by a selector: what happens only to its hosts looks like the revision's effect" : "";

    private static string Late(GateCase given) =>
        given.Outcomes.Late > 0 ? Words.Text($" ({given.Outcomes.Late:N0} reported too late to be compared)") : "";

    private static string Differ(ArmOutcome control, double expected) =>
        Math.Abs(expected - Words.Share(control.Lost, control.Judged)) < Floor
            ? ""
            : Words.Text($" (on these hosts' paths that is {Words.Percent(expected)})");

    private static string Evidence(double log) =>
        log < Math.Log(1e6) ? Words.Text($"{Math.Exp(log):N0}") : Words.Text($"10^{log / Math.Log(10):0}");

    /// <summary>From a coefficient of variation of one half on, bursts change the answer.</summary>
    private static string Bursts(Overdispersion over) =>
        over.Bursts < 0.25
            ? ""
            : Words.Text($" (one unit is a host in a time slot; its loss rate varies by {Math.Sqrt(over.Bursts):0.#} times its mean)");
}
