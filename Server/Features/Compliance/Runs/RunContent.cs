using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>The files of runs, in the store: every server of it has them, and so do its backups.</summary>
internal static class RunContent
{
    private const int PartSize = 1 << 20;

    /// <summary>Stores a file, replacing what an earlier try left.</summary>
    public static async Task StoreAsync(Database database, string runId, Stream from, CancellationToken ct)
    {
        await database.WriteAsync(write => DeleteAsync(write, runId), ct);
        var buffer = new byte[PartSize];
        for (var number = 0; await from.ReadAtLeastAsync(buffer, PartSize, throwOnEndOfStream: false, ct) is > 0 and var read; number++)
        {
            var content = read == PartSize ? buffer : buffer[..read];
            await database.WriteAsync(
                write =>
                    write.ExecuteAsync(
                        "insert into export_parts (run_id, number, content) values (@runId, @number, @content)",
                        new
                        {
                            runId,
                            number,
                            content,
                        }
                    ),
                ct
            );
        }
    }

    /// <summary>Writes a stored file to a stream, a part at a time.</summary>
    public static async Task CopyAsync(Database database, string runId, Stream to, CancellationToken ct)
    {
        for (var number = 0; ; number++)
        {
            var part = await database.ReadAsync(
                db =>
                    db.ListAsync<byte[]>(
                        "select content from export_parts where run_id = @runId and number = @number",
                        new { runId, number }
                    ),
                ct
            );
            if (part is not [var content])
                return;
            await to.WriteAsync(content, ct);
        }
    }

    public static Task<int> DeleteAsync(DbSession write, string runId) =>
        write.ExecuteAsync("delete from export_parts where run_id = @runId", new { runId });
}
