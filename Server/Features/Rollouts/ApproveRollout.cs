using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts;

/// <summary>One person's approval of exactly one plan. Every plan needs it, and its author cannot give it.</summary>
internal static class ApproveRollout
{
    public static async Task<RolloutResult> RunAsync(Fleet fleet, RolloutCaller by, string id, ApproveRequest request)
    {
        var problems = Publish.ReasonProblems(request.Reason).ToList();
        if (string.IsNullOrWhiteSpace(request.PlanHash))
            problems.Add(new("planHash", null, "give the hash of the plan you approve; the rollout shows it", 0, 0));
        if (problems.Count > 0)
            return RolloutResult.Wrong(problems);
        if (await fleet.Database.ReadAsync(db => RolloutQueries.FindAsync(db, id)) is { At: RolloutState.AwaitingApproval } known)
            await UnableHosts.ReadAheadAsync(fleet, known.Policy);
        return await fleet.Database.WriteAsync(write => ApproveAsync(write, fleet, by, id, request));
    }

    private static async Task<RolloutResult> ApproveAsync(DbSession write, Fleet fleet, RolloutCaller by, string id, ApproveRequest request)
    {
        if (await RolloutQueries.FindAsync(write, id) is not { } row)
            return new(null, [], Unknown: true);
        if (await RolloutReach.RefusalAsync(write, fleet, by, row.Policy, id) is { } beyond)
            return beyond;
        var approvers = await RolloutQueries.ApproversAsync(write, id, row.PlanHash);
        if (await RefusalOfAsync(write, row, by, request, approvers) is { } refused)
            return refused;
        // An approval of a plan that the start of its ring would make void approves nothing.
        if (await Replan.OutdatedAsync(write, fleet, row) is { } anew)
        {
            await RolloutWrites.ChangeAsync(write, row, anew);
            return (await ChangedAsync(write, anew))!;
        }
        await write.ExecuteAsync(
            "insert into rollout_approvals (rollout_id, actor, person, plan_hash, reason, approved_at) values (@id, @Actor, "
                + "@Person, @PlanHash, @Reason, @now)",
            new
            {
                id,
                by.Actor,
                by.Person,
                row.PlanHash,
                request.Reason,
                now = fleet.Clock.Now(),
            }
        );
        var count = approvers.Count + 1;
        var enough = count >= row.Needed;
        var next = row with { State = enough ? nameof(RolloutState.AwaitingWindow) : row.State };
        var now = await RolloutWrites.ChangeAsync(
            write,
            row,
            next with
            {
                Sentence = await PresentSentence.OfAsync(write, fleet.Clock, next),
            }
        );
        await RolloutWrites.AddEventAsync(
            write,
            fleet.Clock,
            now,
            by.Actor,
            RolloutEventKind.Approved,
            $"Plan {row.PlanHash} approved, {count} of {row.Needed}.",
            request.Reason
        );
        return RolloutResult.Done(id);
    }

    private static async Task<RolloutResult?> RefusalOfAsync(
        DbSession write,
        RolloutRow row,
        RolloutCaller by,
        ApproveRequest request,
        IReadOnlyList<string> approvers
    )
    {
        var said = request.PlanHash.Trim();
        if (said != row.PlanHash)
            return await ChangedAsync(write, row)
                ?? RolloutResult.Refused($"Its plan is {row.PlanHash}, not {said}. Review it, then approve it.");
        if (row.At != RolloutState.AwaitingApproval)
            return RolloutResult.Refused($"The rollout does not wait for approval: {row.Sentence}");
        if (by.Person == row.AuthorPerson)
            return RolloutResult.Refused(
                $"{Who(by, row.Author)} planned it. Authors cannot approve their own plans, administrators included: ask another approver."
            ) with
            {
                Forbidden = true,
            };
        return approvers.Contains(by.Person, StringComparer.Ordinal)
            ? RolloutResult.Refused(
                $"{Actors.Name(by.Person)} has approved this plan already, and tokens of one person count once: ask another person."
            )
            : null;
    }

    /// <returns>Refused, with the last change of the plan; <see langword="null"/> when it is the first one.</returns>
    private static async Task<RolloutResult?> ChangedAsync(DbSession db, RolloutRow row) =>
        (await RolloutQueries.EventsAsync(db, row.Id)).FirstOrDefault(happened => happened.Kind == RolloutEventKind.Voided) is { } changed
            ? RolloutResult.Refused($"The plan changed since: {changed.Text} Review the new plan, then approve {row.PlanHash}.")
            : null;

    private static string Who(RolloutCaller by, string author) =>
        by.Actor == author ? "You" : $"{Actors.Name(by.Person)}, who stands behind both {Actors.Name(author)} and {Actors.Name(by.Actor)},";
}
