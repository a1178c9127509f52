using System.Formats.Tar;
using System.IO.Compression;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Moving;

namespace IwTune.Server.Features.Backups;

/// <summary>One moment of a store and the keys beside it, in one file that fits either database. Servers may run meanwhile.</summary>
internal static class BackUp
{
    private const string Packed = "packed",
        Upgraded = "upgraded";

    /// <summary>What a folder has in it while a backup is made.</summary>
    private static readonly string[] Content = [Database.FileName, BackupFiles.Manifest, Packed, Upgraded];

    /// <summary>A backup under way writes all the time.</summary>
    private static readonly TimeSpan LongestPause = TimeSpan.FromHours(1);

    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <param name="directory">The data directory.</param>
    /// <param name="place">Its store.</param>
    /// <param name="file">What is made; 0600, for it holds every key.</param>
    /// <param name="clock">Stamps it.</param>
    /// <exception cref="StorageUnusableException">
    /// Nothing was made, or only a copy that cannot be restored; the message says which.
    /// </exception>
    public static async Task<BackupManifest> RunAsync(DataDirectory directory, StorePlace place, string file, TimeProvider clock)
    {
        if (BackupFiles.WouldHave(directory.Path, file))
            throw new StorageUnusableException(
                $"No backup was made: {file} is in the data directory, and every later backup would contain it, with all keys. Give a file "
                    + "elsewhere, on another disk."
            );
        RemoveInterrupted(Path.GetDirectoryName(file)!, clock);
        var work = MakeWork(file);
        // Keys are in it, and a process that a signal ends runs no finally.
        using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, _ => Remove(work));
        using var ended = PosixSignalRegistration.Create(PosixSignal.SIGTERM, _ => Remove(work));
        try
        {
            var copy = Path.Combine(work, Database.FileName);
            string engine;
            using (var database = await Database.OpenAsync(place, clock, SchemaUse.AsItIs))
            {
                engine = database.Engine;
                await StoreSnapshot.WriteAsync(database.Store, copy, clock);
            }
            var (manifest, retired, damage) = await DescribeAsync(directory, work, engine, clock);
            await File.WriteAllTextAsync(
                Path.Combine(work, BackupFiles.Manifest),
                JsonSerializer.Serialize(manifest, BackupJson.Default.BackupManifest)
            );
            var packed = Path.Combine(work, Packed);
            await PackAsync(directory, retired, work, packed);
            File.Move(packed, file, overwrite: false);
            return damage is null
                ? manifest
                : throw new StorageUnusableException(
                    $"{file} has a copy of the store as it is, and 'iwtune-server restore' refuses it: {damage} Keep earlier backups; "
                        + "'iwtune-server verify-audit' shows when the audit log is whole."
                );
        }
        catch (Exception unwritable) when (unwritable is IOException or UnauthorizedAccessException)
        {
            throw Unwritable(file, unwritable);
        }
        finally
        {
            Remove(work);
        }
    }

    /// <summary>
    /// Deletes what backups that were killed have left in a folder: every key is in it. Another machine may write there now, too.
    /// </summary>
    private static void RemoveInterrupted(string folder, TimeProvider clock)
    {
        if (!Directory.Exists(folder))
            return;
        foreach (var left in Drafts.FoldersLeft(folder))
        {
            try
            {
                var files = Directory.GetFileSystemEntries(left);
                if (
                    files.All(path => Content.Any(name => Path.GetFileName(path).StartsWith(name, StringComparison.Ordinal)))
                    && files.Append(left).Max(File.GetLastWriteTimeUtc) < clock.GetUtcNow().UtcDateTime - LongestPause
                )
                    Remove(left);
            }
            catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
            {
                // Another user's.
            }
        }
    }

    private static void Remove(string work)
    {
        try
        {
            Directory.Delete(work, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // The signal and the end of the work may come together.
        }
    }

    /// <summary>Makes a directory for its owner alone beside the file: keys are in it.</summary>
    private static string MakeWork(string file)
    {
        var path = Drafts.Of(file);
        try
        {
            return OperatingSystem.IsWindows() ? DataDirectory.Open(path).Path : Directory.CreateDirectory(path, OwnerOnly).FullName;
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw Unwritable(file, denied);
        }
    }

    private static async Task<(BackupManifest Manifest, IReadOnlyList<string> Retired, string? Damage)> DescribeAsync(
        DataDirectory directory,
        string work,
        string engine,
        TimeProvider clock
    )
    {
        AuditHead head;
        IReadOnlyList<string> retired;
        string? damage = null;
        using (var copy = await ReadableAsync(work, clock))
        {
            head = (await copy.ReadAsync(AuditQueries.HeadAsync))!;
            // As the next start of a server: without it a rotation that was killed after its commit would forbid backups until then.
            UncommittedKey.Name(directory, await copy.ReadAsync(KeyQueries.ListAsync));
            if (await copy.ReadAsync(db => BackupKeys.MissingAsync(db, directory)) is { } missing)
                throw new StorageUnusableException(
                    $"No backup was made: {directory.File(missing)} is not there, and without it no server can use the store. Give the "
                        + "data directory of a server of this store with --data. If a key was retired at this moment, repeat the command."
                );
            retired = await copy.ReadAsync(BackupKeys.RetiredAsync);
            AuditKeyCheck.Run(await copy.ReadAsync(CheckpointQueries.LatestAsync), directory);
            // Without the file that opens the keys the log cannot be compared with its checkpoints.
            if (directory.CanOpen(AuditKey.FileName))
            {
                using var key = AuditKey.Load(directory);
                if (await copy.SnapshotAsync(db => VerifyAudit.RunAsync(db, key.Public)) is { Intact: false } broken)
                    damage = broken.Text;
            }
        }
        await using var store = File.OpenRead(Path.Combine(work, Database.FileName));
        var manifest = new BackupManifest(
            BackupManifest.Known,
            clock.GetUtcNow(),
            ServerVersion.Text,
            engine,
            head.Number,
            head.Hash,
            Convert.ToHexStringLower(await SHA256.HashDataAsync(store))
        );
        return (manifest, retired, damage);
    }

    /// <summary>
    /// The copy as this version can read it. One with an older schema stays as it is, for the older version to restore, and is upgraded
    /// beside itself.
    /// </summary>
    private static async Task<Database> ReadableAsync(string work, TimeProvider clock)
    {
        var copy = await Database.OpenAsync(new StorePlace(work), clock, SchemaUse.AsItIs);
        if (await copy.ReadAsync(db => Migrator.IsCurrentAsync(db, Migration.Of(copy.Store.Dialect))))
            return copy;
        copy.Dispose();
        var upgraded = Directory.CreateDirectory(Path.Combine(work, Upgraded)).FullName;
        File.Copy(Path.Combine(work, Database.FileName), Path.Combine(upgraded, Database.FileName));
        return await Database.OpenAsync(new StorePlace(upgraded), clock);
    }

    private static StorageUnusableException Unwritable(string file, Exception why) =>
        new($"The backup {file} cannot be written: {why.Message.TrimEnd('.')}. Give another file, or make its directory writable.", why);

    private static async Task PackAsync(DataDirectory directory, IReadOnlyList<string> retired, string work, string packed)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        await using var stream = new FileStream(packed, options);
        await using (var zip = new GZipStream(stream, CompressionLevel.Fastest, leaveOpen: true))
        await using (var tar = new TarWriter(zip))
        {
            await tar.WriteEntryAsync(Path.Combine(work, BackupFiles.Manifest), BackupFiles.Manifest);
            await tar.WriteEntryAsync(Path.Combine(work, Database.FileName), Database.FileName);
            foreach (var (path, name) in BackupFiles.Of(directory.Path).Where(one => !retired.Contains(one.Name)))
                await tar.WriteEntryAsync(path, BackupFiles.Folder + name);
        }
        // Before it takes the name: a power cut would leave a backup that is cut off.
        stream.Flush(flushToDisk: true);
    }
}
