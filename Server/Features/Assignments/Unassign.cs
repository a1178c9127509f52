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

    /// <returns>False when there is no such assignment.</returns>
    public static async Task<bool> RunAsync(Publisher by, string id, string reason)
    {
        var removed = await by.Database.WriteAsync(async write =>
        {
            if (!await AssignmentWrites.RemoveAsync(write, by.Clock, by.Actor, id, reason))
                return false;
            await Requirements.AdvanceAsync(write);
            return true;
        });
        if (removed)
            await by.Requirements.ReloadAsync();
        return removed;
    }
}
