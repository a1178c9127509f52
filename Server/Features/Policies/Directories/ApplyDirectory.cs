using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
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
    private static async Task<PolicyProblem?> BeyondAsync(Publisher by, DirectoryPlan plan, CancellationToken ct)
    {
        if (by.Scope.IsFleet)
            return null;
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
        var reading = DirectoryReading.Of(request.Plan);
        var read = new DirectoryPlan(reading, await by.Database.ReadAsync(Standing.ReadAsync, ct), request.Plan.Prune);
        if ((await BeyondAsync(by, read, ct) ?? ConfirmedPlan.Problem(by, preview, read, request.Confirm)) is { } refused)
            return new(null, [new("", refused)]);
        if (!plan.Changes)
            return new(new(by.Requirements.Current.Sequence, plan), []);

        // No cancellation from here on: a transaction that was begun is finished, and its outcome is known.
        PolicyProblem? wrong = null;
        var sequence = await by.Database.WriteAsync<long?>(
            async write =>
            {
                // The writer's lock excludes changes in between; an earlier change shows in another hash.
                var fresh = new DirectoryPlan(reading, await Standing.ReadAsync(write), request.Plan.Prune);
                if (fresh.Hash != request.Hash)
                    return null;
                // What the plan leaves alone may have changed since it was judged, such as who else has one of its policies.
                wrong =
                    await AssignedBeyondAsync(write, by, fresh)
                    ?? await DirectChange.ProblemAsync(
                        write,
                        by,
                        fresh.Change(),
                        "NAME",
                        now => ConfirmedPlan.Problem(now, preview, fresh, request.Confirm)
                    );
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
