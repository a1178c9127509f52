using System.Text.Json;
using IwTune.Server.Console;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts;

/// <summary>The result of a request to a rollout: its id, the problems of the request, or why it is impossible now.</summary>
internal sealed record RolloutResult(
    string? Id,
    IReadOnlyList<PolicyProblem> Problems,
    string Conflict = "",
    bool Forbidden = false,
    bool Unknown = false
)
{
    public static RolloutResult Done(string id) => new(id, []);

    public static RolloutResult Wrong(params IReadOnlyList<PolicyProblem> problems) => new(null, problems);

    public static RolloutResult Refused(string why) => new(null, [], why);
}

/// <summary>Stores a plan. This ends the policy's rollout in progress: the last requested rollout is the one that runs.</summary>
internal static class CreateRollout
{
    /// <summary>
    /// An emergency skips the checks that would stop a mistake, so two other people must approve it, whatever the usual number.
    /// </summary>
    public const int EmergencyApprovals = 2;

    public static async Task<RolloutResult> RunAsync(Fleet fleet, RolloutCaller by, RolloutRequest request)
    {
        await UnableHosts.ReadAheadAsync(fleet, request.Policy);
        return await fleet.Database.WriteAsync(async write =>
        {
            var (plan, problems) = await RolloutPlanner.PlanAsync(write, fleet, by, request);
            if (await RolloutReach.RefusalAsync(write, fleet, by, request.Policy) is { } beyond)
                return beyond;
            if (plan is null || problems.Count > 0)
                return RolloutResult.Wrong(problems);
            var earlier = plan.Earlier;
            if (earlier is not null && earlier.ToRevision == request.To && earlier.Emergency == request.Emergency)
                return RolloutResult.Refused(
                    $"Rollout {earlier.Id} of {Actors.Name(earlier.Author)} moves {request.Policy} to revision {request.To} already: "
                        + $"{earlier.Sentence} Abort it first to start another one."
                );
            var needed = request.Emergency ? Math.Max(EmergencyApprovals, fleet.Options.Approvals) : fleet.Options.Approvals;
            var row = Row(plan, by, request, needed, fleet.Clock.Now());
            if (earlier is not null)
                await SupersedeAsync(write, fleet, earlier, row);
            var ends = earlier is null ? "" : RolloutSentences.Ends(earlier.Id, earlier.ToRevision);
            row = row with
            {
                Sentence =
                    needed > 0
                        ? RolloutSentences.AwaitingApproval(row, plan.Rules.Rings.Count, plan.Hosts.Count, 0, ends)
                        : ends + await Season.SentenceAsync(write, fleet.Clock, row, plan.Rules),
            };
            await RolloutWrites.InsertAsync(write, row);
            await RolloutWrites.HostsAsync(write, plan);
            var left = plan.Excluded.Sum(one => one.Hosts);
            await RolloutWrites.AddEventAsync(
                write,
                fleet.Clock,
                row,
                by.Actor,
                RolloutEventKind.Planned,
                $"{(request.Emergency ? "Emergency: " : "")}{Quantities.Of(plan.Hosts.Count, "host")} in "
                    + $"{Quantities.Of(plan.Rules.Rings.Count, "ring")}"
                    + $"{(left > 0 ? $", {Quantities.Count(left)} left out" : "")}; plan {plan.Hash}; "
                    + (earlier is null ? "" : $"it ends rollout {earlier.Id} to revision {earlier.ToRevision}; ")
                    + $"{(plan.Stopped is { } stopped ? $"planned although rollout {stopped.Id} was stopped: {request.Despite}; " : "")}"
                    + $"{(needed == 0 ? "no approval is needed on this server" : $"needs {Quantities.Of(needed, "approval")}")}.",
                request.Reason
            );
            return RolloutResult.Done(row.Id);
        });
    }

    /// <summary>
    /// Its hosts keep their content until the newer one begins: a rollout without approval moves no host in any direction.
    /// </summary>
    private static async Task SupersedeAsync(Storage.DbSession write, Fleet fleet, RolloutRow earlier, RolloutRow newer)
    {
        var sentence =
            $"Superseded: {Actors.Name(newer.Author)} planned rollout {newer.Id} to revision {newer.ToRevision}."
            + (earlier.InForce ? " Its hosts keep its revision until that one begins." : "")
            + " It does not continue when that one is aborted.";
        var ended = await RolloutWrites.ChangeAsync(
            write,
            earlier,
            earlier with
            {
                State = nameof(RolloutState.Superseded),
                Sentence = sentence,
                EndedAt = fleet.Clock.Now(),
            }
        );
        await RolloutWrites.AddEventAsync(write, fleet.Clock, ended, newer.Author, RolloutEventKind.Superseded, sentence, newer.Reason);
    }

    private static RolloutRow Row(RolloutPlan plan, RolloutCaller by, RolloutRequest request, int needed, long now) =>
        new()
        {
            Id = plan.Id,
            Policy = plan.Target.Policy,
            FromRevision = plan.Target.From?.Number,
            ToRevision = plan.Target.To.Number,
            State = (needed > 0 ? RolloutState.AwaitingApproval : RolloutState.AwaitingWindow).ToString(),
            Emergency = plan.Emergency,
            Rules = JsonSerializer.Serialize(plan.Rules, RolloutJson.Default.RolloutRules),
            PlanHash = plan.Hash,
            Author = by.Actor,
            AuthorPerson = by.Person,
            Reason = request.Reason,
            CreatedAt = now,
            PlannedAt = now,
            Needed = needed,
            Excluded = JsonSerializer.Serialize(plan.Excluded, RolloutJson.Default.IReadOnlyListRolloutExclusion),
            Version = 1,
        };
}
