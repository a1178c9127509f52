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
    /// <param name="database">The store.</param>
    /// <param name="runId">The run.</param>
    /// <param name="bytes">The length of the file.</param>
    /// <param name="to">Where it is written.</param>
    /// <param name="ct">Ends it.</param>
    /// <exception cref="IOException">The file was deleted meanwhile; a part of it may be written.</exception>
    public static async Task CopyAsync(Database database, string runId, long bytes, Stream to, CancellationToken ct)
    {
        var left = bytes;
        for (var number = 0; left > 0; number++)
        {
            var part = await database.LongReadAsync(
                db =>
                    db.ListAsync<byte[]>("select content from run_parts where run_id = @runId and number = @number", new { runId, number }),
                ct
            );
            if (part is not [var content])
                throw new IOException("The file of the compliance run was deleted while it was read.");
            await to.WriteAsync(content, ct);
            left -= content.Length;
        }
    }

    public static Task<int> DeleteAsync(DbSession write, string runId) =>
        write.ExecuteAsync("delete from run_parts where run_id = @runId", new { runId });
}
