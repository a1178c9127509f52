using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Whether hosts of earlier rings failed after their gate. A failure counts as in their own ring. Hosts also fall silent without the
/// revision, so silence counts only as far as it exceeds what the control group and chance explain.
/// </summary>
internal static class AfterGateInputs
{
    public const string Failures = "failures after the gate",
        Unreachable = "unreachable after the gate";

    /// <summary>
    /// More silent hosts than chance explains with this probability stop the rollout. Far below alpha, because the silence of a fleet is
    /// evaluated for as long as the rollout lasts.
    /// </summary>
    public const double Shown = 0.00001;

    public static IEnumerable<GateInput> Of(RolloutRules rules, HostsAfterGate hosts)
    {
        yield return Failed(rules, hosts);
        yield return Silent(rules, hosts);
    }

    private static GateInput Failed(RolloutRules rules, HostsAfterGate hosts)
    {
        var worst = hosts.Rings.MaxBy(ring => ring.Failed - HostInputs.Most(rules, ring.Hosts))!;
        var (failed, all, most) = (
            hosts.Rings.Sum(ring => ring.Failed),
            hosts.Rings.Sum(ring => ring.Hosts),
            HostInputs.Most(rules, worst.Hosts)
        );
        var where =
            failed == 0 || hosts.Rings.Count == 1
                ? ""
                : Words.Text($"; {worst.Failed} of {Words.Hosts(worst.Hosts)} of ring {worst.Number}");
        var drifted = hosts.Rings.Sum(ring => ring.Drifted);
        var holds = hosts.Rings.Any(ring => ring.Drifted > 0 && ring.Failed + ring.Drifted > HostInputs.Most(rules, ring.Hosts));
        return new GateInput(
            Failures,
            worst.Failed > most ? GateVerdict.Fail
                : holds ? GateVerdict.Inconclusive
                : GateVerdict.Pass,
            Words.Text($"did not keep the revision: {failed} of {Words.Hosts(all)} of {Names(hosts)}{where}; at most {most} may fail")
                + (drifted > 0 ? $"; {Words.Drifted(drifted, rules.UnreachableSeconds)}" : ""),
            "hosts",
            worst.Failed,
            Threshold: most
        );
    }

    private static GateInput Silent(RolloutRules rules, HostsAfterGate hosts)
    {
        var (ours, control) = (hosts.Ours, hosts.Control);
        if (control.All == 0)
            return new GateInput(
                Unreachable,
                GateVerdict.NotApplicable,
                "there is no control group: every other host has the revision, or has not checked in since the rollout started",
                "hosts"
            );
        var most = HostInputs.Most(rules, ours.All);
        var (doubted, shown) = (most + Chance(rules.Alpha), most + Chance(Shown));
        var returned =
            hosts.Back == 0
                ? ""
                : Words.Text($", {hosts.Back:N0} of them until less than {Words.Span((int)hosts.Return.TotalSeconds)} ago");
        var told = Words.Text(
            $"silent for more than {Words.Span(rules.UnreachableSeconds)}: {ours.Silent} of {Words.Hosts(ours.All)} of {Names(hosts)} "
                + $"against {control.Silent} of {control.All:N0} in the control group{returned}; up to {doubted} are allowed or by chance"
        );
        return ours.Silent > shown ? Say(GateVerdict.Fail, $"{told}: harm shown")
            : ours.Silent > doubted ? Say(GateVerdict.Inconclusive, $"{told}: too much to continue, too little to roll back")
            : Say(GateVerdict.Pass, told);

        int Chance(double probability) =>
            Hypergeometric.Highest(ours.Silent + control.Silent, ours.All, ours.All + control.All, probability);

        GateInput Say(GateVerdict verdict, string sentence) =>
            new(Unreachable, verdict, sentence, "hosts", ours.Silent, Threshold: doubted)
            {
                Due = Math.Round((double)ours.All * control.Silent / control.All, 1),
            };
    }

    private static string Names(HostsAfterGate hosts) =>
        hosts.Rings.Count == 1
            ? Words.Text($"ring {hosts.Rings[0].Number}")
            : Words.Text($"rings {hosts.Rings[0].Number} to {hosts.Rings[^1].Number}");
}
