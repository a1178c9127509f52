using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Adds one completed slot to the evidence of a rollout. Pure, but for the histories of the hosts, which grow.</summary>
public static class SlotEvidence
{
    /// <param name="kept">The evidence so far.</param>
    /// <param name="slot">All reports of one slot, each host once.</param>
    /// <param name="alpha">The rollout's.</param>
    /// <param name="rings">How many rings it has: the hosts of each can mislead anew.</param>
    public static WatchEvidence Add(WatchEvidence kept, IReadOnlyList<CountedSlot> slot, double alpha, int rings)
    {
        var (tested, control) = (new List<HostSlot>(), new List<HostSlot>());
        var (ofTested, ofControl) = (ArmOutcome.None, ArmOutcome.None);
        var hosts = new List<(CountedHost Host, HostSlot Losses)>();
        foreach (var one in slot)
        {
            var losses = one.Losses;
            (one.Ring > 0 ? tested : control).Add(losses);
            var judged = new ArmOutcome
            {
                Judged = one.Told.Judged,
                Lost = one.Told.Lost,
                LostBefore = losses.Due,
            };
            (ofTested, ofControl) = one.Ring > 0 ? (ofTested.With(judged), ofControl) : (ofTested, ofControl.With(judged));
            hosts.Add((one.Host, losses));
        }
        var hostAlpha = alpha * AlphaShares.HostRates / Math.Max(1, rings);
        var losing = new RolloutLosses(kept.Process, kept.Sums);
        var compared = losing.Add(tested, control, hostAlpha);
        foreach (var (host, losses) in hosts)
            host.History = losses.History;
        var alone = kept.Alone;
        if (!compared && tested.Count > 0)
            alone.Add(ExpectedLosses.Of(tested), hostAlpha, losing.Sums.Estimate());
        return compared
            ? WatchEvidence.Of(losing, alone, kept.Tested.With(ofTested), kept.Control.With(ofControl))
            : WatchEvidence.Of(losing, alone, kept.Tested, kept.Control);
    }
}
