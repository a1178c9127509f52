using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Rollouts.Pages.Plans;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Rollouts.Pages.Decisions;

/// <summary>What the buttons of the pages do. On success the answer is a redirect, so that reloading does not do it twice.</summary>
internal sealed class RolloutSteering(Fleet fleet, RolloutAdvancer advancer, Flash flash)
{
    /// <summary>Shows the plan, and stores it when a person who saw it requests that.</summary>
    public async Task<PlanResult> SubmitAsync(string policy, RolloutInput input, HttpContext context)
    {
        var (request, unread) = input.Read(policy);
        if (unread.Count > 0)
            return new([.. unread], null, null);
        var by = RolloutCaller.Of(context.User, Permission.RolloutsStart);
        if (await fleet.Database.ReadAsync(db => RolloutReach.RefusalAsync(db, fleet, by, policy)) is { } beyond)
            return new(Problems(beyond), null, null);
        var asked = input.Action == "start" && input.Checked == input.Fingerprint;
        // Only the last button needs a reason, a preview does not.
        var (plan, problems) = await fleet.Database.ReadAsync(db =>
            RolloutPlanner.PlanAsync(
                db,
                fleet,
                by,
                asked || request.Reason.Length > 0 ? request : request with { Reason = "a look at the plan" }
            )
        );
        if (plan is null)
            return new(problems, null, null);
        var preview = RolloutViews.Of(plan, by, request.Reason, Needed(request.Emergency), fleet.Clock.GetUtcNow());
        var confirm = problems.FirstOrDefault(problem => problem.Path == "confirm");
        // Neither is needed before the last button, and the page asks for both.
        if (!asked)
            return new([.. problems.Where(problem => problem.Path is not ("confirm" or "despite"))], preview, confirm);
        if (problems.Count > 0)
            return new([.. problems.Where(problem => problem.Path != "confirm")], preview, confirm, Asked: true);
        var made = await CreateRollout.RunAsync(fleet, by, request);
        if (made.Id is not { } id)
            return new(Problems(made), preview, confirm);
        Done(
            context,
            id,
            $"Planned: {Quantities.Of(preview.Summary.Hosts, "host")} in {Quantities.Of(preview.Rings.Count, "ring")}.",
            plan.Earlier is { } ended
                ? $"To undo it, abort it and plan the rollout to revision {ended.ToRevision} again."
                : "To undo it, abort it."
        );
        return new([], preview, null);
    }

    /// <returns>Why it is impossible; <see langword="null"/> when it was done.</returns>
    public async Task<string?> ApproveAsync(string id, string hash, string reason, HttpContext context)
    {
        var result = await ApproveRollout.RunAsync(
            fleet,
            RolloutCaller.Of(context.User, Permission.RolloutsApprove),
            id,
            new(hash, reason)
        );
        if (result.Id is null)
            return Obstacle(result);
        Done(context, id, "Approved.", "To stop it, pause or abort it.");
        return null;
    }

    /// <inheritdoc cref="ApproveAsync"/>
    public async Task<string?> CommandAsync(string id, RolloutCommand command, HttpContext context)
    {
        var result = await CommandRollout.RunAsync(fleet, RolloutCaller.Of(context.User, Permission.RolloutsStart), id, command);
        if (result.Id is null)
            return Obstacle(result);
        var look = ActionLook.Of(command.Action);
        var admitted = RolloutCounts.Of(await fleet.Database.ReadAsync(db => RolloutQueries.CountsAsync(db, id))).Admitted;
        Done(context, id, look.Done, look.UndoOf(admitted));
        return null;
    }

    /// <returns>Everything that is wrong; nothing when it was set.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> FreezeAsync(FreezeRequest request, HttpContext context)
    {
        var (freeze, problems) = await SetFreeze.RunAsync(fleet.Database, fleet.Clock, context.User.Actor(), request);
        if (freeze is null)
            return problems;
        advancer.Wake();
        flash.Leave(context, new($"No ring starts until {Moments.Absolute(freeze.Until)}.", "To undo it, end the freeze."));
        context.Response.Redirect("/rollouts/freezes");
        return [];
    }

    /// <returns>What is wrong with the reason; <see langword="null"/> when the freeze has ended.</returns>
    public async Task<string?> ThawAsync(string id, string? reason, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        var ended = await SetFreeze.EndAsync(fleet.Database, fleet.Clock, context.User.Actor(), id, reason!.Trim());
        advancer.Wake();
        flash.Leave(context, new(ended ? "Freeze ended; waiting rings may start." : "The freeze had already ended."));
        context.Response.Redirect("/rollouts/freezes");
        return null;
    }

    private int Needed(bool emergency) =>
        emergency ? Math.Max(CreateRollout.EmergencyApprovals, fleet.Options.Approvals) : fleet.Options.Approvals;

    private void Done(HttpContext context, string id, string text, string undo)
    {
        advancer.Wake();
        flash.Leave(context, new(text, undo));
        context.Response.Redirect($"/rollouts/{Address.Segment(id)}");
    }

    private static string Obstacle(RolloutResult result) =>
        result.Unknown ? "This rollout no longer exists."
        : result.Problems.Count > 0
            ? string.Join(" ", result.Problems.Select(problem => $"{Console.Sentences.Start(problem.Path)}: {problem.Rule}."))
        : result.Conflict;

    private static IReadOnlyList<PolicyProblem> Problems(RolloutResult result) =>
        result.Problems.Count > 0 ? result.Problems : [new("", null, Obstacle(result), 0, 0)];
}

/// <summary>The result of the form: every problem, or the plan.</summary>
/// <param name="Problems">Everything wrong.</param>
/// <param name="Plan">The plan as it would be.</param>
/// <param name="Confirm">Set when the number of hosts must be typed.</param>
/// <param name="Asked">Whether the request was to store it.</param>
internal sealed record PlanResult(IReadOnlyList<PolicyProblem> Problems, RolloutDetail? Plan, PolicyProblem? Confirm, bool Asked = false);
