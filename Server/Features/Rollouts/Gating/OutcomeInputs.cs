using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Whether connections of hosts with the revision fare worse than those of hosts without it in the same time.</summary>
internal static class OutcomeInputs
{
    /// <summary>Why nothing of connections is judged when the rules want it so.</summary>
    public const string NotAsked = "the rollout's rules ask for no samples (minSamples 0)";

    public static IEnumerable<GateInput> Of(GateCase given)
    {
        yield return OwnPastInput.Of(given);
        var few = TooFew(given);
        if (NoComparison(given) is not { } why)
        {
            yield return FirstFlightInput.Of(given, few);
            yield return RetransmissionInput.Of(given, few);
            foreach (var input in FetchTimeInput.Of(given, few))
                yield return input;
            yield break;
        }
        // What was proved while there was a control group stays proved.
        yield return FirstFlightInput.Alarms(given)
            ? FirstFlightInput.Of(given, "")
            : new GateInput(FirstFlightInput.Name, GateVerdict.NotApplicable, why, "share");
        yield return AllCount(given)
            ? RetransmissionInput.Alone(given)
            : new GateInput(RetransmissionInput.Name, GateVerdict.NotApplicable, why, "share");
        yield return new GateInput(FetchTimeInput.P95, GateVerdict.NotApplicable, why, "ms");
        yield return new GateInput(FetchTimeInput.P99, GateVerdict.NotApplicable, why, "ms");
    }

    /// <summary>Hosts that cannot tell their connections apart are compared by the counters of all their traffic.</summary>
    private static bool AllCount(GateCase given) =>
        given.Rules.MinSamples > 0 && given.Outcomes is { RingHosts.All: > 0, ControlHosts.All: > 0 };

    /// <summary>Why the arms cannot be compared, whatever comes; <see langword="null"/> when they can.</summary>
    private static string? NoComparison(GateCase given)
    {
        var (ring, control) = (given.Outcomes.RingHosts, given.Outcomes.ControlHosts);
        if (given.Rules.MinSamples == 0)
            return NotAsked;
        if (control.All == 0)
            return "no control group is left: every host of the rollout was admitted";
        if (control.Able == 0)
            return Words.Text(
                $"no control group is left that can report: {Words.Hosts(control.All)} without the revision, {control.Blind} of them "
                    + $"cannot report connection losses (Windows)"
            );
        return ring.Able == 0 && ring.All > 0
            ? Words.Text($"{Words.Hosts(ring.All)} of this ring, {ring.Blind} of them cannot report connection losses (Windows)")
            : null;
    }

    /// <summary>What is missing before outcomes can pass, as a clause; empty when nothing is.</summary>
    private static string TooFew(GateCase given)
    {
        var (ring, control, least) = (given.Outcomes.Ring, given.Outcomes.RingControl, given.Rules.MinSamples);
        if (ring.Judged >= least && control.Judged >= least)
            return "";
        var blind =
            given.Outcomes.RingHosts.Blind > 0
                ? Words.Text($"; {given.Outcomes.RingHosts.Blind} of the ring's {given.Outcomes.RingHosts.All} cannot report (Windows)")
                : "";
        return Words.Text(
            $"too few connections: {ring.Judged:N0} of the ring and {control.Judged:N0} of the control group were judged, {least:N0} of "
                + $"each are needed{blind}"
        );
    }
}
