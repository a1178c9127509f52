using System.Text.Json;
using IwTune.Server.Features.Reports;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Records the connections that hosts of a rollout report, in the transaction that makes the report lines durable: each line once.
/// </summary>
internal static class GateWrites
{
    /// <returns>How often hosts should report their connections now, seconds; without the hosts that are free to choose.</returns>
    public static async Task<IReadOnlyDictionary<string, int>> StoreAsync(
        DbSession write,
        TimeProvider clock,
        IReadOnlyList<HostLines> hosts
    )
    {
        var every = new Dictionary<string, int>(StringComparer.Ordinal);
        var memberships = await WatchQueries.OfHostsAsync(write, [.. hosts.Select(host => host.Host.Id)]);
        foreach (var host in hosts)
            if (await StoreAsync(write, clock, host.Host.Id, host.Lines, memberships[host.Host.Id]) is { } seconds)
                every[host.Host.Id] = seconds;
        return every;
    }

    private static async Task<int?> StoreAsync(
        DbSession write,
        TimeProvider clock,
        string hostId,
        IReadOnlyList<ReportLine> lines,
        IEnumerable<RolloutMembership> memberships
    )
    {
        int? every = null;
        var told = Told(lines);
        foreach (var membership in memberships)
        {
            var watch =
                await WatchQueries.FindAsync(write, membership.RolloutId)
                ?? await WatchQueries.BeginAsync(write, clock, membership.RolloutId);
            if (!watch.Draws(hostId, membership.AdmittedAt is null ? 0 : membership.Ring, membership.Stage))
                continue;
            every = Math.Min(every ?? int.MaxValue, (int)(watch.SlotMs / 1000));
            await StoreAsync(write, clock, hostId, watch, membership, told);
        }
        // After the evaluation of the host's past: the past must not contain the data that is compared with it.
        foreach (var bundle in told.GroupBy(line => line.Digest, StringComparer.Ordinal))
            await HostPast.AddAsync(write, clock, hostId, bundle.Key, Sum(bundle));
        return every;
    }

    private static async Task StoreAsync(
        DbSession write,
        TimeProvider clock,
        string hostId,
        OutcomeWatch watch,
        RolloutMembership membership,
        List<ToldLine> told
    )
    {
        var late = 0L;
        var counted = new Dictionary<(long Slot, long Arm), ArmOutcome>();
        foreach (var line in told)
        {
            if (watch.ArmOf(membership, line.Digest) is not { } arm)
                continue;
            // A report of a host whose clock is ahead counts as of now.
            var until = Math.Min(line.Until, clock.Now());
            if (watch.SlotOf(line.Since, until) is { } slot)
                counted[(slot, arm)] = counted.TryGetValue((slot, arm), out var there) ? there.With(line.Outcome) : line.Outcome;
            else
                late += line.Outcome.Judged;
        }
        foreach (var ((slot, arm), outcome) in counted)
        {
            await CountedHosts.KnowAsync(write, hostId, watch, arm);
            await AddAsync(write, hostId, watch, membership.Stage, slot, arm, outcome);
        }
        if (late > 0)
            await write.ExecuteAsync(
                "update rollout_watches set late = late + @late where rollout_id = @RolloutId",
                new { late, watch.RolloutId }
            );
    }

    private static async Task AddAsync(
        DbSession write,
        string hostId,
        OutcomeWatch watch,
        long stage,
        long slot,
        long ring,
        ArmOutcome outcome
    )
    {
        var at = new
        {
            watch.RolloutId,
            slot,
            hostId,
            stage,
            ring,
        };
        var there = await write.FindAsync<string>(
            "select told from rollout_slots where rollout_id = @RolloutId and slot = @slot and host_id = @hostId and stage = @stage and "
                + "ring = @ring",
            at
        );
        var sum = there is null ? outcome : outcome.With(JsonSerializer.Deserialize(there, GatingJson.Default.ArmOutcome)!);
        await write.ExecuteAsync(
            """
            insert into rollout_slots (rollout_id, slot, host_id, stage, ring, told) values (@RolloutId, @slot, @hostId, @stage, @ring,
                @told)
            on conflict (rollout_id, slot, host_id, stage, ring) do update set told = excluded.told
            """,
            new
            {
                at.RolloutId,
                at.slot,
                at.hostId,
                at.stage,
                at.ring,
                told = JsonSerializer.Serialize(sum, GatingJson.Default.ArmOutcome),
            }
        );
    }

    private static List<ToldLine> Told(IReadOnlyList<ReportLine> lines)
    {
        var told = new List<ToldLine>();
        foreach (var line in lines)
        {
            if (line.Evidence is { Passive: { Profile: { } profile } passive } evidence)
                told.Add(
                    new ToldLine(
                        passive.Since.ToUnixTimeMilliseconds(),
                        evidence.At.ToUnixTimeMilliseconds(),
                        evidence.BundleDigest,
                        Outcome(profile)
                    )
                );
        }
        return told;
    }

    private static ArmOutcome Sum(IEnumerable<ToldLine> lines)
    {
        var sum = ArmOutcome.None;
        foreach (var line in lines)
            sum = sum.With(line.Outcome);
        return sum;
    }

    private static ArmOutcome Outcome(TrafficProfile profile)
    {
        double bytes = 0,
            squared = 0;
        foreach (var (size, count) in Histogram.Of(profile.Bytes)?.Numbers ?? [])
            (bytes, squared) = (bytes + (double)size * count, squared + (double)size * size * count);
        return new ArmOutcome
        {
            Connections = profile.Connections,
            Judged = profile.Judged,
            Lost = profile.FirstFlightLoss,
            Segments = profile.Segments,
            Again = Math.Min(profile.SegmentsAgain, profile.Segments),
            Bytes = bytes,
            BytesSquared = squared,
            Fetch = profile.Fetch ?? [],
        };
    }

    /// <param name="Since">Host's clock, milliseconds.</param>
    /// <param name="Until">The same.</param>
    /// <param name="Digest">Of the bundle the connections ended under.</param>
    /// <param name="Outcome">What they showed.</param>
    private sealed record ToldLine(long Since, long Until, string Digest, ArmOutcome Outcome);
}
