using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Reports;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
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
            if (await StoreAsync(write, clock, host.Host, host.Lines, memberships[host.Host.Id]) is { } seconds)
                every[host.Host.Id] = seconds;
        return every;
    }

    private static async Task<int?> StoreAsync(
        DbSession write,
        TimeProvider clock,
        FleetHost host,
        IReadOnlyList<ReportLine> lines,
        IEnumerable<RolloutMembership> memberships
    )
    {
        int? every = null;
        var (hostId, told) = (host.Id, Told(lines, host.Identity.IsWindows));
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
            await AddPastAsync(write, clock, hostId, bundle.Key, [.. bundle.GroupBy(line => line.Until)]);
        return every;
    }

    /// <summary>The targets of one report are one unit: they share its time.</summary>
    private static Task AddPastAsync(
        DbSession write,
        TimeProvider clock,
        string hostId,
        string digest,
        IReadOnlyList<IGrouping<long, ToldLine>> reports
    ) =>
        HostPast.AddAsync(
            write,
            clock,
            hostId,
            digest,
            [.. reports.Select(report => report.Aggregate(ArmOutcome.None, (sum, line) => sum.With(line.Outcome)))],
            reports.Sum(report => Math.Max(0, report.Max(line => line.Until - line.Since)) / 1000.0)
        );

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

    /// <param name="lines">What the host reported.</param>
    /// <param name="counters">Whether the counters of all its traffic stand for its connections.</param>
    private static List<ToldLine> Told(IReadOnlyList<ReportLine> lines, bool counters)
    {
        var told = new List<ToldLine>();
        foreach (var line in lines)
        {
            if (line.Evidence is not { } evidence)
                continue;
            if (evidence.Passive is { Profile: { } profile } passive)
                told.Add(Line(evidence, passive.Since, Outcome(profile)));
            else if (counters && evidence.Counters is { } counted)
                told.Add(Line(evidence, counted.Since, Outcome(counted)));
        }
        return told;
    }

    private static ToldLine Line(Evidence evidence, DateTimeOffset since, ArmOutcome outcome) =>
        new(since.ToUnixTimeMilliseconds(), evidence.At.ToUnixTimeMilliseconds(), evidence.BundleDigest, outcome);

    private static ArmOutcome Outcome(TrafficProfile profile) =>
        new()
        {
            Connections = profile.Connections,
            Judged = profile.Judged,
            Lost = profile.FirstFlightLoss,
            Segments = profile.Segments,
            Again = Math.Min(profile.SegmentsAgain, profile.Segments),
            Fetch = profile.Fetch ?? [],
        };

    /// <summary>All TCP traffic of a host that cannot tell its connections apart (Windows).</summary>
    private static ArmOutcome Outcome(HostCounters counters) =>
        new() { Segments = counters.Segments, Again = Math.Min(counters.SegmentsAgain, counters.Segments) };

    /// <param name="Since">Host's clock, milliseconds.</param>
    /// <param name="Until">The same.</param>
    /// <param name="Digest">Of the bundle the connections ended under.</param>
    /// <param name="Outcome">What they showed.</param>
    private sealed record ToldLine(long Since, long Until, string Digest, ArmOutcome Outcome);
}
