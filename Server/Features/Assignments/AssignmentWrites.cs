using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Assignments;

internal static class AssignmentWrites
{
    /// <returns>The new assignment's id.</returns>
    public static async Task<string> InsertAsync(
        DbSession write,
        TimeProvider clock,
        string actor,
        Selector selector,
        string policy,
        int priority,
        string reason
    )
    {
        var id = clock.NewId();
        await write.ExecuteAsync(
            """
            insert into assignments (id, selector, policy, priority, author, reason, created_at, grammar)
            values (@id, @text, @policy, @priority, @actor, @reason, @now, @Grammar)
            """,
            new
            {
                id,
                text = selector.ToString(),
                policy,
                priority,
                actor,
                reason,
                now = clock.Now(),
                AssignmentQueries.Grammar,
            }
        );
        await AuditLog.AppendAsync(
            write,
            clock,
            actor,
            PolicyActions.Assign,
            $"policy:{policy}",
            $"Policy {policy} assigned to '{selector}' with priority {priority}.",
            reason
        );
        return id;
    }

    /// <returns>False when there is no such assignment.</returns>
    public static async Task<bool> RemoveAsync(DbSession write, TimeProvider clock, string actor, string id, string reason)
    {
        if (await AssignmentQueries.FindAsync(write, id) is not { } row)
            return false;
        await write.ExecuteAsync("update assignments set removed_at = @now where id = @id", new { now = clock.Now(), id });
        await AuditLog.AppendAsync(
            write,
            clock,
            actor,
            PolicyActions.Unassign,
            $"policy:{row.Policy}",
            $"Policy {row.Policy} no longer assigned to '{row.Selector}'.",
            reason
        );
        return true;
    }
}
