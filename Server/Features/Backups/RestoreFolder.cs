using System.Globalization;
using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Linux;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Postgres;

namespace IwTune.Server.Features.Backups;

/// <summary>
/// What a restore unpacks in a data directory. Until it is complete, the directory is as before; from then on it is carried through, by the
/// next start of a server where the command was killed.
/// </summary>
internal sealed class RestoreFolder
{
    /// <summary>In the mark, for a store in a file; otherwise the end of the restored audit log, and the database.</summary>
    private const string IntoFile = "file";

    private readonly DataDirectory _directory;

    private RestoreFolder(DataDirectory directory) =>
        (_directory, Path, Data) = (
            directory,
            directory.File(InterruptedRestore.Folder),
            System.IO.Path.Combine(directory.File(InterruptedRestore.Folder), BackupFiles.Folder)
        );

    public string Path { get; }

    /// <summary>Files for the data directory.</summary>
    public string Data { get; }

    /// <summary>The store.</summary>
    public string Store => In(Database.FileName);

    public bool IsComplete => InterruptedRestore.IsIn(_directory.Path);

    /// <summary>Makes it, for its owner alone: keys are unpacked into it.</summary>
    public static RestoreFolder Make(DataDirectory directory)
    {
        var folder = new RestoreFolder(directory);
        directory.MakeFolder(InterruptedRestore.Folder);
        DataDirectory.Open(folder.Path).MakeFolder(BackupFiles.Folder.TrimEnd('/'));
        return folder;
    }

    /// <summary>Completes what a restore that was killed had left, or deletes it, and says which. Only with the running lock.</summary>
    /// <exception cref="StorageUnusableException">It can be neither; the message says what to do.</exception>
    public static async Task SettleAsync(DataDirectory directory, StorePlace place)
    {
        foreach (var former in Directory.EnumerateDirectories(directory.Path, "restore.*.new"))
            Try(former, () => Directory.Delete(former, recursive: true));
        var left = new RestoreFolder(directory);
        if (!Directory.Exists(left.Path))
            return;
        if (left.IsComplete && await left.IsCommittedAsync(place.Postgres))
        {
            var of = left.Of();
            left.Install();
            Say($"completed a restore that was interrupted: {directory.Path} has the store and the keys of {of}.");
            return;
        }
        var isEmpty = !Directory.EnumerateFileSystemEntries(left.Path).Any();
        left.Delete();
        if (!isEmpty)
            Say($"deleted what a restore that was interrupted had unpacked: {directory.Path} is as it was before it.");
    }

    /// <summary>Lets the server's own user delete or complete what root has unpacked.</summary>
    public void Give() => DataOwner.GiveAll(Path, _directory.Path);

    /// <summary>From here on the restore is carried through. Everything is on the disk before the mark is.</summary>
    /// <param name="address">The database, whose transaction is to commit yet; <see langword="null"/> for a file.</param>
    /// <param name="number">Of the last entry of the restored audit log.</param>
    /// <param name="hash">Its hash.</param>
    public void Complete(PostgresAddress? address = null, long number = 0, string hash = "")
    {
        Give();
        foreach (var path in Directory.EnumerateFiles(Path, "*", SearchOption.AllDirectories))
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
            RandomAccess.FlushToDisk(file);
        }
        DataDirectory
            .Open(Path)
            .WriteSecret(
                InterruptedRestore.Mark,
                address is null ? IntoFile : string.Create(CultureInfo.InvariantCulture, $"{number} {hash} {address.Shown}")
            );
    }

    /// <summary>Whether the database has what was restored; always, for a file.</summary>
    /// <exception cref="StorageUnusableException">The database is another one, or away.</exception>
    public async Task<bool> IsCommittedAsync(PostgresAddress? address)
    {
        var words = (DataDirectory.Open(Path).ReadText(InterruptedRestore.Mark) ?? "").Split(' ', 3);
        if (words is not [var number, var hash, var shown])
            return true;
        if (address?.Shown != shown)
            throw new StorageUnusableException(
                $"A restore into {shown} was interrupted in {_directory.Path}, which may lack its keys: give --database with that address. "
                    + $"If that database is given up, delete {Path}; the keys are still in the backup."
            );
        using var database = await OpenAsync(address);
        return await database.ReadAsync(async db =>
            (await database.Store.TablesAsync(db.Connection)).Contains("audit")
            && await AuditQueries.HashAsync(db, long.Parse(number, CultureInfo.InvariantCulture)) == hash
        );
    }

    private async Task<Database> OpenAsync(PostgresAddress address)
    {
        try
        {
            // Beside the data directory, which counts as half restored.
            return await Database.OpenAsync(new StorePlace(Path, address), TimeProvider.System, SchemaUse.AsItIs);
        }
        catch (StorageUnusableException away)
        {
            throw new StorageUnusableException(
                $"{away.Message} A restore into it was interrupted, and only the database knows whether it was stored: start the server, "
                    + "or repeat the restore, when it can be reached.",
                away
            );
        }
    }

    /// <summary>Brings everything to its place. What has been done of it is not there to be done again.</summary>
    /// <exception cref="StorageUnusableException">Something could not be moved; the next start tries again.</exception>
    public void Install() =>
        Try(
            Path,
            () =>
            {
                var mark = File.ReadAllText(In(InterruptedRestore.Mark));
                if (Directory.Exists(Data))
                    InstallFiles();
                if (mark == IntoFile)
                    InstallStore();
                else
                    MovedStore.Mark(_directory.Path, mark.Split(' ', 3)[^1]);
                Delete();
            }
        );

    /// <summary>The mark goes last: without it the rest would count as what never was complete.</summary>
    public void Delete() =>
        Try(
            Path,
            () =>
            {
                if (!Directory.Exists(Path))
                    return;
                foreach (var folder in Directory.EnumerateDirectories(Path))
                    Directory.Delete(folder, recursive: true);
                foreach (var file in Directory.EnumerateFiles(Path).Where(file => file != In(InterruptedRestore.Mark)))
                    File.Delete(file);
                File.Delete(In(InterruptedRestore.Mark));
                Directory.Delete(Path);
            }
        );

    private void InstallFiles()
    {
        foreach (var folder in Directory.EnumerateDirectories(Data))
            if (_directory.File(System.IO.Path.GetFileName(folder)) is var missing && !Directory.Exists(missing))
                Directory.Move(folder, missing);
        foreach (var (path, name) in BackupFiles.Of(Data))
            File.Move(path, _directory.File(name), overwrite: true);
    }

    private void InstallStore()
    {
        if (!File.Exists(Store))
            return;
        var file = _directory.File(Database.FileName);
        // Those of the former store: the new one must not be taken for it.
        foreach (var beside in (string[])["-wal", "-shm", "-journal"])
            File.Delete(file + beside);
        MovedStore.Unmark(_directory.Path);
        File.Move(Store, file, overwrite: true);
    }

    /// <summary>What was restored, as people name it.</summary>
    private string Of()
    {
        try
        {
            var manifest = JsonSerializer.Deserialize(File.ReadAllText(In(BackupFiles.Manifest)), BackupJson.Default.BackupManifest);
            return $"the backup of {manifest!.MadeAt:u}";
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException or JsonException)
        {
            return "the backup";
        }
    }

    private string In(string name) => System.IO.Path.Combine(Path, name);

    private static void Say(string what) => System.Console.Error.WriteLine($"iwtune-server: {what}");

    private static void Try(string path, Action act)
    {
        try
        {
            act();
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            var undone = File.Exists(System.IO.Path.Combine(path, InterruptedRestore.Mark)) ? "brought to its place" : "deleted";
            throw new StorageUnusableException(
                $"{path}, which a restore has unpacked, cannot be {undone}: {denied.Message.TrimEnd('.')}. Make the data directory and "
                    + "everything below it writable for the user of this process, then start the server or repeat the restore: both go on "
                    + "with it.",
                denied
            );
        }
    }
}
