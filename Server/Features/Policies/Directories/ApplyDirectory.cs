using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies.Directories;

/// <summary>What applying gave: a reply, or why not.</summary>
internal sealed record ApplyResult(ApplyReply? Reply, IReadOnlyList<FileProblem> Problems)
{
    /// <summary>True when the server has changed since the plan was made.</summary>
    public bool Overtaken { get; init; }
}

/// <summary>
/// Applies a planned directory in one transaction: policies, assignments, removals and audit entries, whole or not at all.
/// </summary>
internal static class ApplyDirectory
{
    /// <summary>What it would do to hosts that are not theirs, now or later on.</summary>
    private static async Task<PolicyProblem?> BeyondAsync(Publisher by, ApplyRequest request, CancellationToken ct)
    {
        if (by.Scope.IsFleet)
            return null;
        var plan = new DirectoryPlan(
            DirectoryReading.Of(request.Plan),
            await by.Database.ReadAsync(Standing.ReadAsync, ct),
            request.Plan.Prune
        );
        return await by.Database.ReadAsync(db => AssignedBeyondAsync(db, by, plan), ct)
            ?? BeyondScope.Problem(by, plan.Change())
            ?? plan.Assignments.Where(one => DirectoryPlan.Made(one) || DirectoryPlan.Ended(one))
                .Select(one => Selector.Parse(one.Selector).Selector)
                .OfType<Selector>()
                .Select(selector => BeyondScope.Problem(by.Scope, selector))
                .FirstOrDefault(problem => problem is not null);
    }

    private static async Task<PolicyProblem?> AssignedBeyondAsync(DbSession db, Publisher by, DirectoryPlan plan)
    {
        foreach (var policy in plan.Policies.Where(policy => policy.Action is not (PlannedAction.Unchanged or PlannedAction.Kept)))
        {
            if (await BeyondScope.ProblemAsync(db, by.Scope, policy.Name) is { } assigned)
                return assigned;
        }
        return null;
    }

    /// <summary>What the plan leaves alone may have changed since it was judged, such as who else has one of its policies.</summary>
    private static async Task<PolicyProblem?> AgainAsync(DbSession write, Publisher by, DirectoryPlan plan, string? confirm)
    {
        if (await AssignedBeyondAsync(write, by, plan) is { } assigned)
            return assigned;
        if (await DirectChange.SinceAsync(write, by) is not { } now)
            return null;
        return BeyondScope.Problem(now, plan.Change())
            ?? OnlyRollouts.Problem(now, plan.Change(), "NAME")
            // A removal was confirmed by two numbers.
            ?? (plan.Removed > 0 ? null : HalfOfFleet.Problem(now, plan.Change(), HalfOfFleet.Typed(confirm)));
    }

    public static async Task<ApplyResult> RunAsync(
        Publisher by,
        ImpactPreview preview,
        SeenHosts seen,
        ApplyRequest request,
        CancellationToken ct
    )
    {
        var problems = Publish.ReasonProblems(request.Reason).Select(problem => new FileProblem("", problem)).ToList();
        var planned = await PlanDirectory.RunAsync(by, preview, seen, request.Plan, ct);
        problems.AddRange(planned.Problems);
        if (planned.Plan is not { } plan || problems.Count > 0)
            return new(null, problems);
        if (plan.Hash != request.Hash)
            return await OvertakenAsync(by, plan);
        if (await BeyondAsync(by, request, ct) is { } beyond)
            return new(null, [new("", beyond)]);
        if (plan.Confirm is { } number && request.Confirm != number)
            return new(null, [new("", Unconfirmed(plan, number, request.Confirm))]);
        if (!plan.Changes)
            return new(new(by.Requirements.Current.Sequence, plan), []);

        var reading = DirectoryReading.Of(request.Plan);
        // No cancellation from here on: a transaction that was begun is finished, and its outcome is known.
        PolicyProblem? wrong = null;
        var sequence = await by.Database.WriteAsync<long?>(
            async write =>
            {
                // The writer's lock excludes changes in between; an earlier change shows in another hash.
                var fresh = new DirectoryPlan(reading, await Standing.ReadAsync(write), request.Plan.Prune);
                if (fresh.Hash != request.Hash)
                    return null;
                wrong = await AgainAsync(write, by, fresh, request.Confirm);
                return wrong is null ? await StoreAsync(write, by, fresh, request.Reason) : null;
            },
            CancellationToken.None
        );
        if (wrong is not null)
            return new(null, [new("", wrong)]);
        if (sequence is null)
            return await OvertakenAsync(by, plan);
        await by.Requirements.CatchUpAsync(sequence.Value);
        ServerMeters.Publications.Add(
            plan.Policies.Count(policy => policy.Action is PlannedAction.New or PlannedAction.Changed or PlannedAction.Released)
        );
        return new(new(sequence.Value, plan), []);
    }

    private static async Task<long> StoreAsync(DbSession write, Publisher by, DirectoryPlan plan, string reason)
    {
        var sequence = await Requirements.AdvanceAsync(write);
        foreach (var policy in plan.Policies)
        {
            if (policy.Action is PlannedAction.New or PlannedAction.Changed)
            {
                var read = plan.Read(policy);
                await Publish.InsertAsync(
                    write,
                    by,
                    read.Policy,
                    policy.Revision!.Value,
                    read.Digest,
                    new(read.File.Text, reason),
                    sequence
                );
            }
            if (policy.Action is PlannedAction.New or PlannedAction.Changed or PlannedAction.Released)
                await Publish.ReleaseAsync(write, by, policy.Name, policy.Revision!.Value, policy.Action == PlannedAction.Released, reason);
        }
        foreach (var ended in plan.Assignments.Where(DirectoryPlan.Ended))
            await AssignmentWrites.RemoveAsync(write, by.Clock, by.Actor, ended.Id!, reason);
        foreach (var made in plan.Assignments.Where(DirectoryPlan.Made))
            await AssignmentWrites.InsertAsync(
                write,
                by.Clock,
                by.Actor,
                Shared.Selectors.Selector.Parse(made.Selector).Selector!,
                made.Policy,
                made.Priority,
                reason
            );
        foreach (var removed in plan.Policies.Where(Removed))
            await Removal.RunAsync(write, by, removed.Name, reason);
        return sequence;
    }

    private static PolicyProblem Unconfirmed(PolicyPlan plan, string number, string? confirm) =>
        new(
            "confirm",
            confirm,
            number.Contains('/', StringComparison.Ordinal)
                ? $"this removes {Quantities.Of(plan.Policies.Count(Removed), "policy", "policies")} and changes "
                    + $"{Quantities.Of(plan.Impact.Affected, "host")}: confirm it with both numbers, {number}"
                : $"this changes {number} of {plan.Impact.Fleet} hosts, more than half: confirm it with their number, " + $"{number}",
            0,
            0
        );

    private static bool Removed(PlannedPolicy policy) => policy.Action == PlannedAction.Removed;

    /// <summary>Who did what since, as far as the plan is concerned.</summary>
    private static async Task<ApplyResult> OvertakenAsync(Publisher by, PolicyPlan plan)
    {
        var names = plan
            .Policies.Where(policy => policy.Action != PlannedAction.Kept)
            .Select(policy => $"policy:{policy.Name}")
            .ToHashSet(StringComparer.Ordinal);
        var rows = await by.Database.ReadAsync(db =>
            db.ListAsync<ChangeRow>(
                "select actor, subject, text, reason from audit where action like 'policy.%' or action like 'assignment.%' order by "
                    + "number desc limit 50"
            )
        );
        var latest = rows.FirstOrDefault(row => names.Contains(row.Subject)) ?? (rows.Count > 0 ? rows[0] : null);
        // An entry names selectors, and with them hosts that a scope may hide.
        var told =
            latest is null || !by.Scope.IsFleet
                ? ""
                : $" The latest change: {Actors.Name(latest.Actor)}, {latest.Subject}: {latest.Text} ('{latest.Reason}').";
        return new(
            null,
            [new("", new("hash", null, $"the server changed since this plan.{told} Plan again, review the new plan, then apply it", 0, 0))]
        )
        {
            Overtaken = true,
        };
    }

    private sealed class ChangeRow
    {
        public string Actor { get; init; } = "";
        public string Subject { get; init; } = "";
        public string Text { get; init; } = "";
        public string Reason { get; init; } = "";
    }
}
