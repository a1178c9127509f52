using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Cuts the beginning off the audit log, right after a signed checkpoint: it contains the hash that the rest begins with, and an entry of
/// the rest records the cut. Entries that a copy does not have yet, or that a legal hold covers, are not cut.
/// </summary>
internal static class OldAudit
{
    public static string Action => StoreActions.CutAudit.Name;

    public static string Subject(long entries) => $"audit:{entries}";

    /// <returns>Entries deleted.</returns>
    public static async Task<long> DeleteAsync(DbSession write, TimeProvider clock, long before)
    {
        var held = await write.ValueAsync<long?>("select min(from_at) from legal_holds where lifted_at is null");
        var copied = await write.ValueAsync<long?>("select min(entries) from audit_sinks");
        var end = Math.Min(before, held ?? long.MaxValue);
        var anchor = await write.ValueAsync<long?>(
            """
            select max(c.entries) from audit_checkpoints c
            where c.at < @end and c.entries <= @copied and c.entries < (select number from audit_head where id = 1)
              and not exists (select 1 from audit a where a.number <= c.entries and a.at >= @end)
            """,
            new { end, copied = copied ?? long.MaxValue }
        );
        if (anchor is not { } upTo)
            return 0;
        var deleted = await write.ExecuteAsync("delete from audit where number <= @upTo", new { upTo });
        if (deleted == 0)
            return 0;
        await write.ExecuteAsync("delete from audit_checkpoints where entries < @upTo", new { upTo });
        await write.ExecuteAsync("update retention set audit_cut = @upTo where id = 1", new { upTo });
        await AuditLog.AppendAsync(
            write,
            clock,
            "server",
            StoreActions.CutAudit,
            Subject(upTo),
            $"Entries up to {upTo} were older than their period and are deleted; the checkpoint after entry {upTo} anchors the rest."
        );
        return deleted;
    }
}
