using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>The files of runs, in the store: every server of it has them, and so do its backups.</summary>
internal static class RunContent
{
    private const int PartSize = 1 << 20;

    /// <summary>Stores a file, replacing what an earlier try left, as long as this server has the claim on the run.</summary>
    /// <returns>False when the claim was lost: another server makes the run.</returns>
    public static async Task<bool> StoreAsync(Database database, string runId, Stream from, CancellationToken ct)
    {
        await database.WriteAsync(
            write =>
                write.ExecuteAsync(
                    """
                    delete from run_parts where run_id in
                      (select id from compliance_runs where id = @runId and state = 'Making' and claimed_by = @server)
                    """,
                    new { runId, server = database.Server }
                ),
            ct
        );
        var buffer = new byte[PartSize];
        for (var number = 0; await from.ReadAtLeastAsync(buffer, PartSize, throwOnEndOfStream: false, ct) is > 0 and var read; number++)
        {
            var content = read == PartSize ? buffer : buffer[..read];
            var stored = await database.WriteAsync(
                write =>
                    write.ExecuteAsync(
                        """
                        insert into run_parts (run_id, number, content)
                        select id, @number, @content from compliance_runs where id = @runId and state = 'Making' and claimed_by = @server
                        """,
                        new
                        {
                            runId,
                            number,
                            content,
                            server = database.Server,
                        }
                    ),
                ct
            );
            if (stored == 0)
                return false;
        }
        return true;
    }

    /// <summary>Writes a stored file to a stream, a part at a time.</summary>
    public static async Task CopyAsync(Database database, string runId, Stream to, CancellationToken ct)
    {
        for (var number = 0; ; number++)
        {
            var part = await database.LongReadAsync(
                db =>
                    db.ListAsync<byte[]>("select content from run_parts where run_id = @runId and number = @number", new { runId, number }),
                ct
            );
            if (part is not [var content])
                return;
            await to.WriteAsync(content, ct);
        }
    }

    public static Task<int> DeleteAsync(DbSession write, string runId) =>
        write.ExecuteAsync("delete from run_parts where run_id = @runId", new { runId });
}
