using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

internal static class AuditQueries
{
    /// <summary>Entries below a number, newest first.</summary>
    public static async Task<AuditPage> PageAsync(DbSession db, long? before, int limit)
    {
        var rows = await db.ListAsync<AuditRow>(
            "select * from audit where number < @below order by number desc limit @limit", new { below = before ?? long.MaxValue, limit });
        return new([.. rows.Select(Entry)], rows.Count == limit && rows[^1].Number > 1 ? rows[^1].Number : null);
    }

    /// <summary>Entries above a number, oldest first.</summary>
    public static Task<IReadOnlyList<AuditRow>> AfterAsync(DbSession db, long after, int limit) =>
        db.ListAsync<AuditRow>("select * from audit where number > @after order by number limit @limit", new { after, limit });

    public static Task<AuditHead?> HeadAsync(DbSession db) => db.FindAsync<AuditHead>("select number, hash from audit_head where id = 1");

    private static AuditEntry Entry(AuditRow row) =>
        new(row.Number, Clock.At(row.At), row.Actor, row.Action, row.Subject, row.Text, row.Reason, row.Hash);
}
