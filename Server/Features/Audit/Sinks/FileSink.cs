namespace IwTune.Server.Features.Audit.Sinks;

/// <summary>
/// Lines at the end of a file: on a mount that the server's administrator does not own, append-only (chattr +a) where the file system
/// supports it. The file is opened for each delivery, so that log rotation may move it away.
/// </summary>
internal sealed class FileSink(string path) : IAuditSink
{
    public string Name => path;

    /// <summary>Why no copy can be at this place, as the rest of a sentence; <see langword="null"/> when one can.</summary>
    public static string? Problem(string path) =>
        !Path.IsPathRooted(path) ? $"'{path}' is not a whole path, such as /mnt/audit/iwtune.jsonl"
        : Directory.Exists(path) ? $"{path} is a directory; name a file in it"
        : Path.GetDirectoryName(path) is { } folder && !Directory.Exists(folder)
            ? $"there is no directory {folder}; make it, writable for the server's account, or mount it"
        : null;

    public async Task TakeAsync(byte[] header, byte[] lines, CancellationToken ct)
    {
        try
        {
            var torn = EndsInALine(path);
            await using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.Read);
            if (file.Length == 0)
                await file.WriteAsync(header, ct);
            else if (torn)
                file.WriteByte((byte)'\n');
            await file.WriteAsync(lines, ct);
            file.Flush(flushToDisk: true);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new AuditSinkException(
                $"{path} cannot be appended to: {refused.Message} Entries wait in the store and are written when it can be.",
                refused
            );
        }
    }

    /// <summary>
    /// True after a crash in the middle of writing: the partial line cannot be removed, and the same entries follow once more.
    /// </summary>
    private static bool EndsInALine(string path)
    {
        if (!File.Exists(path))
            return false;
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        if (file.Length == 0)
            return false;
        file.Seek(-1, SeekOrigin.End);
        return file.ReadByte() != '\n';
    }
}
