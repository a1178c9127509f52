using System.Security.Cryptography;
using IwTune.Server.Features.Compliance.Runs.Attestations;
using IwTune.Server.Features.Compliance.Runs.Stamps;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>
/// Writes the files of runs to the server's <c>--export-folder</c>: whole or not at all, and never over another run's file. Time stamp and
/// attestations follow beside the file.
/// </summary>
internal sealed class FolderDelivery(Database database, ServerOptions options)
{
    /// <returns>The file's path there.</returns>
    /// <exception cref="NotDeliveredException">It cannot be written; the message says why.</exception>
    public Task<string> DeliverAsync(RunRow run, CancellationToken ct) =>
        TryAsync(async () =>
        {
            var file = Path.Combine(Folder(), run.FileName);
            if (File.Exists(file))
            {
                // What an earlier try wrote and could not record is the same file; two rollouts may end in the same second.
                if (await IsSameAsync(file, run, ct))
                    return file;
                file = Path.Combine(Folder(), $"{Path.GetFileNameWithoutExtension(run.FileName)}-{run.Id}.zip");
            }
            return await WriteAsync(file, run, to => RunContent.CopyAsync(database, run.Id, run.Bytes!.Value, to, ct), overwrite: false);
        });

    /// <returns>The path of its time stamp there.</returns>
    /// <exception cref="NotDeliveredException">It cannot be written; the message says why.</exception>
    public Task<string> DeliverStampAsync(RunRow run, CancellationToken ct) =>
        BesideAsync(run, RunFile.StampOf, async db => (await StampQueries.FindAsync(db, run.Id))!.Token, ct);

    /// <returns>The path of its attestations there.</returns>
    /// <exception cref="NotDeliveredException">They cannot be written; the message says why.</exception>
    public Task<string> DeliverAttestationsAsync(RunRow run, CancellationToken ct) =>
        BesideAsync(run, RunFile.AttestationsOf, async db => AttestationRow.File(await AttestationQueries.OfRunAsync(db, run.Id)), ct);

    private Task<string> BesideAsync(RunRow run, Func<string, string> path, Func<DbSession, Task<byte[]>> read, CancellationToken ct) =>
        TryAsync(async () =>
        {
            var (file, content) = await database.ReadAsync(async db => (await FileAsync(db, run), await read(db)), ct);
            return await WriteAsync(path(file), run, to => to.WriteAsync(content, ct).AsTask(), overwrite: true);
        });

    /// <summary>Where the run's file was written.</summary>
    private static async Task<string> FileAsync(DbSession db, RunRow run) =>
        (await RunDeliveryQueries.OfRunAsync(db, run.Id)).FirstOrDefault(one =>
            one is { Target: DeliveryTarget.Folder, State: nameof(DeliveryState.Delivered) }
        )
            is { } delivered
            ? delivered.Answer
            : throw new NotDeliveredException("The run's file is not in the folder yet.", isFinal: false);

    private string Folder() => options.ExportFolder ?? throw new IOException("This server was started without --export-folder.");

    private static async Task<string> TryAsync(Func<Task<string>> write)
    {
        try
        {
            return await write();
        }
        catch (Exception failed) when (failed is IOException or UnauthorizedAccessException)
        {
            throw new NotDeliveredException(failed.Message, isFinal: false, failed);
        }
    }

    private static async Task<string> WriteAsync(string file, RunRow run, Func<Stream, Task> write, bool overwrite)
    {
        var part = $"{file}.{run.Id}.part";
        try
        {
            await using (var to = new FileStream(part, Options()))
            {
                await write(to);
                to.Flush(flushToDisk: true);
            }
            File.Move(part, file, overwrite);
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
