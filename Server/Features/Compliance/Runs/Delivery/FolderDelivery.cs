using System.Security.Cryptography;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>Writes the files of runs to the server's <c>--export-folder</c>: whole or not at all, and never over another file.</summary>
internal sealed class FolderDelivery(Database database, ServerOptions options)
{
    /// <returns>The file's name there.</returns>
    /// <exception cref="NotDeliveredException">It cannot be written; the message says why.</exception>
    public async Task<string> DeliverAsync(RunRow run, CancellationToken ct)
    {
        try
        {
            return await WriteAsync(run, ct);
        }
        catch (Exception failed) when (failed is IOException or UnauthorizedAccessException)
        {
            throw new NotDeliveredException(failed.Message, isFinal: false, failed);
        }
    }

    private async Task<string> WriteAsync(RunRow run, CancellationToken ct)
    {
        var folder = options.ExportFolder ?? throw new IOException("This server was started without --export-folder.");
        var file = Path.Combine(folder, run.FileName);
        if (File.Exists(file))
        {
            // What an earlier try wrote and could not record is the same file; two rollouts may end in the same second.
            if (await IsSameAsync(file, run, ct))
                return file;
            file = Path.Combine(folder, $"{Path.GetFileNameWithoutExtension(run.FileName)}-{run.Id}.zip");
        }
        var part = $"{file}.{run.Id}.part";
        try
        {
            await using (var to = new FileStream(part, Options()))
            {
                await RunContent.CopyAsync(database, run.Id, to, ct);
                to.Flush(flushToDisk: true);
            }
            File.Move(part, file, overwrite: false);
            return file;
        }
        finally
        {
            File.Delete(part);
        }
    }

    private static async Task<bool> IsSameAsync(string file, RunRow run, CancellationToken ct)
    {
        await using var there = File.OpenRead(file);
        return Convert.ToHexStringLower(await SHA256.HashDataAsync(there, ct)) == run.Sha256;
    }

    // The folder's group may read it: a share for auditors.
    private static FileStreamOptions Options()
    {
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead;
        return options;
    }
}
