using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies;

/// <summary>
/// Removes a policy: its assignments end and its hosts restore their before-images. Its revisions stay, and a later publication continues
/// with the next number.
/// </summary>
internal static class Removal
{
    /// <summary>In the caller's transaction.</summary>
    public static async Task RunAsync(DbSession write, Publisher by, string policy, string reason)
    {
        foreach (var assignment in (await AssignmentQueries.ListAsync(write)).Where(row => row.Policy == policy))
            await AssignmentWrites.RemoveAsync(write, by.Clock, by.Actor, assignment.Id, reason);
        var ended = await Release.EndRolloutAsync(
            write,
            by.Clock,
            policy,
            by.Actor,
            $"Policy {policy} was removed by {Actors.Name(by.Actor)}."
        );
        await write.ExecuteAsync(
            "update policies set removed_at = @now, released = null where name = @policy",
            new { now = by.Clock.Now(), policy }
        );
        await AuditLog.AppendAsync(
            write,
            by.Clock,
            by.Actor,
            PolicyActions.Remove,
            $"policy:{policy}",
            $"Policy {policy} removed; its revisions stay.{Release.Ended(ended)}",
            reason
        );
    }
}
