using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
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
        return problems.Count > 0
            ? RolloutResult.Wrong(problems)
            : await fleet.Database.WriteAsync(async write =>
            {
                if (await RolloutQueries.FindAsync(write, id) is not { } row)
                    return new(null, [], Unknown: true);
                if (await RolloutReach.RefusalAsync(write, fleet, by, row.Policy, id) is { } beyond)
                    return beyond;
                var approvers = await RolloutQueries.ApproversAsync(write, id, row.PlanHash);
                if (await RefusalOfAsync(write, row, by, request, approvers) is { } refused)
                    return refused;
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
            });
    }

    private static async Task<RolloutResult?> RefusalOfAsync(
        Storage.DbSession write,
        RolloutRow row,
        RolloutCaller by,
        ApproveRequest request,
        IReadOnlyList<string> approvers
    )
    {
        var said = request.PlanHash.Trim();
        if (said != row.PlanHash)
        {
            var changed = (await RolloutQueries.EventsAsync(write, row.Id)).FirstOrDefault(happened =>
                happened.Kind == RolloutEventKind.Voided
            );
            return RolloutResult.Refused(
                changed is null
                    ? $"Its plan is {row.PlanHash}, not {said}. Review it, then approve it."
                    : $"The plan changed since: {changed.Text} Review the new plan, then approve {row.PlanHash}."
            );
        }
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

    private static string Who(RolloutCaller by, string author) =>
        by.Actor == author ? "You" : $"{Actors.Name(by.Person)}, who stands behind both {Actors.Name(author)} and {Actors.Name(by.Actor)},";
}
