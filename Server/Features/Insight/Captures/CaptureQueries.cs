using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Insight.Captures;

internal static class CaptureQueries
{
    private const string Columns = "select id, title, size_bytes, rtt_microseconds, arms, taken_at, author, added_at from captures";

    /// <summary>Newest first, without the documents.</summary>
    public static Task<IReadOnlyList<CaptureRow>> ListAsync(DbSession db) => db.ListAsync<CaptureRow>(Columns + " order by id desc");

    /// <summary>A page of them.</summary>
    public static Task<IReadOnlyList<CaptureRow>> PageAsync(DbSession db, PageWindow window) =>
        db.ListAsync<CaptureRow>(
            Columns + " where cast(@after as text) is null or id < @after order by id desc limit @rows",
            new { after = window.After, rows = window.Rows }
        );

    public static Task<CaptureRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<CaptureRow>("select * from captures where id = @id", new { id });

    public static Task<long> CountAsync(DbSession db) => db.ValueAsync<long>("select count(*) from captures");

    public static Task<int> InsertAsync(DbSession write, CaptureRow row) =>
        write.ExecuteAsync(
            """
            insert into captures (id, title, size_bytes, rtt_microseconds, arms, taken_at, author, added_at, document)
            values (@Id, @Title, @SizeBytes, @RttMicroseconds, @Arms, @TakenAt, @Author, @AddedAt, @Document)
            """,
            row
        );

    public static Task<int> DeleteAsync(DbSession write, string id) =>
        write.ExecuteAsync("delete from captures where id = @id", new { id });
}
