using IwTune.Server.Storage;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The hosts that count in a rollout, and what their own past says of them.</summary>
internal static class CountedHosts
{
    /// <summary>
    /// Reads a host's past when it first counts, and once more when it comes into a ring: it reported more in the control group meanwhile.
    /// </summary>
    public static async Task KnowAsync(DbSession write, string hostId, OutcomeWatch watch, long ring)
    {
        var known = await write.FindAsync<long?>(
            "select ring from rollout_tellers where rollout_id = @RolloutId and host_id = @hostId",
            new { watch.RolloutId, hostId }
        );
        if (known is { } now && (now > 0 || ring == 0))
            return;
        var past = await HostPast.OfAsync(write, hostId);
        // A past under another bundle than the replaced one, or under the new one already, is no baseline.
        if (past.Digest == watch.TargetDigest || (watch.FromDigest.Length > 0 && past.Digest != watch.FromDigest))
            past = new HostPast();
        var host = Of(hostId, past, watch.Prior, watch.AgainMean);
        await write.ExecuteAsync(
            """
            insert into rollout_tellers (rollout_id, host_id, ring, rate, spread, concentration, again_share, again_variance, "fetch")
            values (@RolloutId, @hostId, @ring, @Rate, @Spread, @Concentration, @AgainShare, @AgainVariance, @Fetch)
            on conflict (rollout_id, host_id) do update set ring = excluded.ring, rate = excluded.rate, spread = excluded.spread,
              concentration = excluded.concentration, again_share = excluded.again_share, again_variance = excluded.again_variance,
              "fetch" = excluded."fetch"
            """,
            new
            {
                watch.RolloutId,
                hostId,
                ring,
                host.Rate.Rate,
                host.Rate.Spread,
                host.Rate.Concentration,
                host.AgainShare,
                host.AgainVariance,
                past.Fetch,
            }
        );
    }

    /// <summary>A host by its past.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="past">What it reported under the replaced bundle.</param>
    /// <param name="prior">How the fleet's loss rates are distributed.</param>
    /// <param name="again">The fleet's share of retransmitted segments.</param>
    public static CountedHost Of(string id, HostPast past, RatePrior prior, double again)
    {
        var (share, variance) = past.AgainShare(again);
        return new CountedHost
        {
            Id = id,
            Rate = prior.After(past.Lost, past.Judged, past.JudgedSquares),
            AgainShare = share,
            AgainVariance = variance,
            Fetch = past.Times,
        };
    }
}
