using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Assignments;

/// <summary>Removes an assignment. Hosts for which it was the only one restore their before-images.</summary>
internal static class Unassign
{
    /// <summary>What would change.</summary>
    public static ProposedChange Change(string id) => new() { Unassign = new HashSet<string>(StringComparer.Ordinal) { id } };

    /// <summary>The objection when it decides for hosts outside the person's scope, or would come to.</summary>
    public static async Task<PolicyProblem?> BeyondAsync(Publisher by, string id) =>
        by.Scope.IsFleet ? null
        : await by.Database.ReadAsync(db => AssignmentQueries.FindAsync(db, id)) is not { } row ? null
        : BeyondScope.Problem(by.Scope, row.Read()) ?? BeyondScope.Problem(by, Change(id));

    /// <param name="by">Who removes it.</param>
    /// <param name="id">The assignment.</param>
    /// <param name="reason">Why.</param>
    /// <param name="confirm">The number of hosts that the person confirmed.</param>
    /// <returns>False when there is no such assignment; or what is wrong.</returns>
    public static async Task<(bool Removed, PolicyProblem? Problem)> RunAsync(Publisher by, string id, string reason, int? confirm)
    {
        var (removed, problem) = await by.Database.WriteAsync(async write =>
        {
            // What another caller changed since it was judged may make it reach other hosts.
            if (await DirectChange.ProblemAsync(write, by, Change(id), policy: null, confirm) is { } wrong)
                return (false, wrong);
            if (!await AssignmentWrites.RemoveAsync(write, by.Clock, by.Actor, id, reason))
                return (false, (PolicyProblem?)null);
            await Requirements.AdvanceAsync(write);
            return (true, null);
        });
        if (removed)
            await by.Requirements.ReloadAsync();
        return (removed, problem);
    }
}
