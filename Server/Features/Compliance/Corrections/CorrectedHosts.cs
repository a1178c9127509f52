using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Corrections;

/// <summary>Hosts whose verdict as of an instant rests on reports that came after it.</summary>
internal static class CorrectedHosts
{
    public static Task<IReadOnlyList<string>> FindAsync(DbSession db, long at, long known) =>
        db.ListAsync<string>(
            """
            select distinct c.host_id from verdict_changes c
            where c.late and c.written_at > @at and c.written_at <= @known and c.changed_at <= @at
              and (c.superseded_at is null or c.superseded_at > @known)
              and not exists (
                select 1 from verdict_changes y where y.host_id = c.host_id and y.changed_at > c.changed_at and y.changed_at <= @at
                  and y.written_at <= @known and (y.superseded_at is null or y.superseded_at > @known))
            """,
            new { at, known }
        );
}
