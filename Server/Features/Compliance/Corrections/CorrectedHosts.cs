using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Corrections;

/// <summary>Hosts whose verdict as of an instant rests on reports that came after it.</summary>
internal static class CorrectedHosts
{
    public static Task<IReadOnlyList<string>> FindAsync(DbSession db, long at, long known) =>
        db.ListAsync<string>(
            $"""
            select c.host_id
            from (select distinct host_id as id from verdict_changes where late and written_at > @at and changed_at <= @at) h
            {HistoryReads.LastChange}
            where c.late and c.written_at > @at
            """,
            new { at, known }
        );
}
