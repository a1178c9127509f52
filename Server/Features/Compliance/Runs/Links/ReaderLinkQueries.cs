using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs.Links;

internal static class ReaderLinkQueries
{
    private const string Select = $"select {ReaderLinkRow.Columns} from run_links";

    /// <summary>The oldest first.</summary>
    public static Task<IReadOnlyList<ReaderLinkRow>> OfRunAsync(DbSession db, string runId) =>
        db.ListAsync<ReaderLinkRow>(Select + " where run_id = @runId order by id", new { runId });

    /// <summary>The link with this secret, if it is valid.</summary>
    public static Task<ReaderLinkRow?> ValidAsync(DbSession db, string secret, long now) =>
        db.FindAsync<ReaderLinkRow>(Select + " where secret = @secret and revoked_at is null and expires_at > @now", new { secret, now });

    public static Task<int> InsertAsync(DbSession write, ReaderLinkRow row, string secret) =>
        write.ExecuteAsync(
            """
            insert into run_links (id, run_id, secret, author, reason, created_at, expires_at)
            values (@Id, @RunId, @secret, @Author, @Reason, @CreatedAt, @ExpiresAt)
            """,
            new
            {
                row.Id,
                row.RunId,
                secret,
                row.Author,
                row.Reason,
                row.CreatedAt,
                row.ExpiresAt,
            }
        );
}
