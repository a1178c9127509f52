using IwTune.Server.Storage;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The hosts that count in a rollout, and what their own past says of them.</summary>
internal static class CountedHosts
{
    /// <summary>After so many connections a host's own share of retransmissions weighs as much as the fleet's.</summary>
    private const double AgainPrior = 200;

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
        var rate = watch.Prior.After(past.Lost, past.Judged);
        var share =
            past.Segments > 0
                ? (past.Again / past.Segments * past.Units + watch.AgainMean * AgainPrior) / (past.Units + AgainPrior)
                : watch.AgainMean;
        await write.ExecuteAsync(
            """
            insert into rollout_tellers (rollout_id, host_id, ring, rate, spread, again_share, again_variance, "fetch")
            values (@RolloutId, @hostId, @ring, @Rate, @Spread, @share, @variance, @Fetch)
            on conflict (rollout_id, host_id) do update set ring = excluded.ring, rate = excluded.rate, spread = excluded.spread,
              again_share = excluded.again_share, again_variance = excluded.again_variance, "fetch" = excluded."fetch"
            """,
            new
            {
                watch.RolloutId,
                hostId,
                ring,
                rate.Rate,
                rate.Spread,
                share,
                variance = share * (1 - share) / (past.Units + AgainPrior),
                past.Fetch,
            }
        );
    }
}
