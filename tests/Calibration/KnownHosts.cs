using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Statistics;

namespace IwTune.Calibration;

/// <summary>What the server would know of the hosts' past when the rollout begins.</summary>
internal static class KnownHosts
{
    public static CountedHost[] Of(IReadOnlyList<SimulatedHost> hosts)
    {
        var pasts = new HostPast[hosts.Count];
        double judged = 0,
            lost = 0,
            lostSquared = 0,
            judgedSquared = 0,
            segments = 0,
            again = 0;
        for (var host = 0; host < pasts.Length; host++)
        {
            var past = pasts[host] = new HostPast().With([.. hosts[host].Past()], 0, 1);
            (segments, again) = (segments + past.Segments, again + past.Again);
            if (past.Judged <= 0)
                continue;
            (judged, lost) = (judged + past.Judged, lost + past.Lost);
            lostSquared += past.Lost * past.Lost / past.Judged;
            judgedSquared += past.Judged * past.Judged;
        }
        var prior = RatePrior.Of(pasts.Count(past => past.Judged > 0), judged, lost, lostSquared, judgedSquared);
        var mean = segments > 0 ? again / segments : prior.Mean;
        return [.. pasts.Select((past, host) => CountedHosts.Of($"{host}", past, prior, mean))];
    }
}
