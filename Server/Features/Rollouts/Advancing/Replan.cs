using System.Text.Json;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>
/// The hosts are not those that people approved: the approvals become void, and the hosts that have not had their turn are planned anew.
/// </summary>
internal static class Replan
{
    /// <summary>Of a rollout that waits for approval, when its hosts are no longer those of its plan.</summary>
    /// <returns>With the new plan, not stored yet; <see langword="null"/> while the plan is good.</returns>
    public static async Task<RolloutRow?> OutdatedAsync(DbSession write, Fleet fleet, RolloutRow row)
    {
        var target = (await PolicyQueries.FindAsync(write, row.Policy, (int)row.ToRevision))!;
        var members = await Members.OfAsync(write, fleet, target);
        var watch = new Watch(row, await TrackQueries.AllAsync(write, row.Id), null, fleet.Options.PollLimit);
        var drift = await PlanDrift.OfAsync(write, row, watch, members);
        return drift.IsTooMuch(watch.Rules) ? await RunAsync(write, fleet, row, watch, members, target, drift) : null;
    }

    public static async Task<RolloutRow> RunAsync(
        DbSession write,
        Fleet fleet,
        RolloutRow row,
        Watch watch,
        Members members,
        RevisionRow target,
        PlanDrift drift
    )
    {
        var why = $"The plan changed: {drift.Text(watch.Rules)}";
        await write.ExecuteAsync(
            "update rollout_approvals set void_reason = @why where rollout_id = @Id and plan_hash = @PlanHash and void_reason = ''",
            new
            {
                why,
                row.Id,
                row.PlanHash,
            }
        );
        await write.ExecuteAsync("delete from rollout_hosts where rollout_id = @Id and admitted_at is null", new { row.Id });
        var told = watch.Tracks.Where(track => track.Told).Select(track => track.Id).ToHashSet(StringComparer.Ordinal);
        var from = row.FromRevision is { } number ? await PolicyQueries.FindAsync(write, row.Policy, (int)number) : null;
        var waiting = members with { Hosts = [.. members.Hosts.Where(host => !told.Contains(host.Identity.Id))] };
        var plan = RolloutPlanner.Of(row.Id, new(row.Policy, from, target), watch.Rules, row.Emergency, waiting, (int)row.Ring, told.Count);
        await RolloutWrites.HostsAsync(write, plan);
        var next = row with
        {
            State = (row.Needed > 0 ? RolloutState.AwaitingApproval : RolloutState.AwaitingWindow).ToString(),
            PlanHash = plan.Hash,
            PlannedAt = fleet.Clock.Now(),
            Excluded = JsonSerializer.Serialize(plan.Excluded, RolloutJson.Default.IReadOnlyListRolloutExclusion),
        };
        next = next with
        {
            Sentence =
                row.Needed > 0
                    ? RolloutSentences.AwaitingApproval(next, watch.Rules.Rings.Count, plan.Hosts.Count, 0, why + " ")
                    : $"{why} {RolloutSentences.Starts(next, watch.Rules.Rings.Count)}",
        };
        await RolloutWrites.AddEventAsync(
            write,
            fleet.Clock,
            next,
            "server",
            RolloutEventKind.Voided,
            $"{why} The plan is {plan.Hash} now; earlier approvals are void."
        );
        return plan.Hosts.Count > 0 || next.At == RolloutState.AwaitingApproval || watch.Tracks.Any(IsThere)
            ? next
            : await PauseAsync(write, fleet, next);
    }

    private static bool IsThere(Track track) => track.Told && track.State != RolloutHostState.Left;

    /// <summary>
    /// Without a host, the rings would pass one after the other, and the revision would be published to hosts that come later.
    /// </summary>
    private static async Task<RolloutRow> PauseAsync(DbSession write, Fleet fleet, RolloutRow row)
    {
        var paused = row with
        {
            State = nameof(RolloutState.Paused),
            PausedFrom = row.State,
            Sentence =
                $"Paused: no host of the plan follows {row.Policy} any more. Abort it; or resume it, which publishes revision "
                + $"{row.ToRevision} to every host that follows {row.Policy} later.",
        };
        await RolloutWrites.AddEventAsync(write, fleet.Clock, paused, "server", RolloutEventKind.Paused, paused.Sentence);
        return paused;
    }
}
