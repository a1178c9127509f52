using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Enrolment.Restored;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Linux;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Moving;
using IwTune.Server.Storage.Postgres;

namespace IwTune.Server.Features.Backups;

/// <summary>Restores a backup into either database: everything, after verification, or nothing.</summary>
internal static class Restore
{
    /// <param name="file">The backup.</param>
    /// <param name="directory">The data directory.</param>
    /// <param name="place">Where the store goes.</param>
    /// <param name="replace">Whether a store and keys that are there go.</param>
    /// <param name="actor">Who does it.</param>
    /// <param name="clock">Stamps the entry.</param>
    /// <returns>
    /// What was restored, the keys of the directory that stay in use in place of the backup's, and those of the backup that leaked since.
    /// </returns>
    /// <exception cref="StorageUnusableException">Nothing was changed; the message says why.</exception>
    public static async Task<(BackupManifest Manifest, IReadOnlyList<string> Kept, IReadOnlyList<string> Leaked)> RunAsync(
        string file,
        DataDirectory directory,
        StorePlace place,
        bool replace,
        string actor,
        TimeProvider clock
    )
    {
        using var lease =
            RunningLock.Take(directory.Path)
            ?? throw new StorageUnusableException($"A server is running on {directory.Path}: stop it, then repeat this.");
        RemoveInterrupted(directory.Path);
        var work = Drafts.Of(directory.File("restore"));
        // For its owner alone from the beginning: keys are unpacked into it.
        var data = DataDirectory.Open(Path.Combine(DataDirectory.Open(work).Path, BackupFiles.Folder)).Path;
        try
        {
            var manifest = await UnpackAsync(file, work);
            CheckFiles(directory, data, replace);
            // How far the replaced store had come; where that is not known, the first host that is ahead shows it (StoreBehind).
            var least = StoreMark.Read(directory)?.Sequence ?? 0;
            IReadOnlyList<string> kept = [],
                leaked = [];
            async Task SettleAsync(DbSession to)
            {
                var restored = DataDirectory.Open(data, directory.Seal, directory.Tokens);
                if (await BackupKeys.MissingAsync(to, restored, directory) is { } missing)
                    throw new InvalidDataException($"it has no {missing}, without which a server cannot use its store");
                await VerifyAsync(to, restored, actor, manifest, least, clock);
                (kept, leaked) = await KeptKeys.KeepAsync(to, directory, restored, actor, clock);
                DataOwner.GiveAll(work, directory.Path);
            }
            if (place.Postgres is { } address)
                await IntoPostgresAsync(work, address, replace, SettleAsync, clock);
            else
                await IntoFileAsync(work, directory, replace, SettleAsync, clock);
            foreach (var folder in Directory.EnumerateDirectories(data))
                if (directory.File(Path.GetFileName(folder)) is var missing && !Directory.Exists(missing))
                    Directory.Move(folder, missing);
            foreach (var (path, name) in BackupFiles.Of(data))
                File.Move(path, directory.File(name), overwrite: true);
            if (place.Postgres is { } moved)
                MovedStore.Mark(directory.Path, moved.Shown);
            else
                MovedStore.Unmark(directory.Path);
            return (manifest, kept, leaked);
        }
        catch (Exception broken) when (broken is IOException or InvalidDataException or JsonException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException(
                $"The backup {file} cannot be restored: {broken.Message.TrimEnd('.')}. Nothing was changed.",
                broken
            );
        }
        finally
        {
            Directory.Delete(work, recursive: true);
        }
    }

    /// <summary>Deletes what a restore that was killed has unpacked: keys are in it. Only while the caller has the running lock.</summary>
    public static void RemoveInterrupted(string directory)
    {
        foreach (var left in Directory.EnumerateDirectories(directory, "restore.*.new"))
            Directory.Delete(left, recursive: true);
    }

    private static async Task<BackupManifest> UnpackAsync(string file, string work)
    {
        BackupManifest manifest;
        try
        {
            await using (var stream = File.OpenRead(file))
            await using (var zip = new GZipStream(stream, CompressionMode.Decompress))
            {
                await TarFile.ExtractToDirectoryAsync(zip, work, overwriteFiles: false);
                // The checksum of everything is at the end, which a reader of the archive does not need.
                await zip.CopyToAsync(Stream.Null);
            }
            var text = await File.ReadAllTextAsync(Path.Combine(work, BackupFiles.Manifest));
            manifest = JsonSerializer.Deserialize(text, BackupJson.Default.BackupManifest)!;
        }
        catch (Exception damaged)
            when (damaged is InvalidDataException or EndOfStreamException or JsonException
                || (damaged is FileNotFoundException && File.Exists(file))
            )
        {
            throw new InvalidDataException($"it is damaged, or no backup of iwtune-server ({damaged.Message.TrimEnd('.')})", damaged);
        }
        if (manifest.Format != BackupManifest.Known)
            throw new InvalidDataException($"it was made by a newer iwtune-server, {manifest.Version}");
        await using var store = File.OpenRead(Path.Combine(work, Database.FileName));
        if (Convert.ToHexStringLower(await SHA256.HashDataAsync(store)) != manifest.Sha256)
            throw new InvalidDataException("its store is not the one that was backed up");
        return manifest;
    }

    private static void CheckFiles(DataDirectory directory, string data, bool replace)
    {
        if (
            !replace
            && BackupFiles
                .Of(data)
                .FirstOrDefault(one =>
                    File.Exists(directory.File(one.Name))
                    && !File.ReadAllBytes(one.Path).SequenceEqual(File.ReadAllBytes(directory.File(one.Name)))
                )
                is { Name: { } other }
        )
            throw new StorageUnusableException(
                $"{directory.File(other)} already exists and differs from the backup. Give an empty data directory, or --replace "
                    + "its content."
            );
    }

    private static async Task IntoPostgresAsync(
        string work,
        PostgresAddress address,
        bool replace,
        Func<DbSession, Task> settle,
        TimeProvider clock
    )
    {
        using var database = await Database.OpenAsync(new StorePlace(work), clock);
        await using var from = await database.Store.ConnectAsync(CancellationToken.None);
        await using var store = new PostgresStore(address);
        await Filling.RunAsync(
            store,
            replace,
            async to =>
            {
                var rows = await StoreCopy.RunAsync(database.Store, from, store, to.Connection, (_, _) => { });
                await settle(to);
                return rows;
            },
            clock
        );
    }

    private static async Task IntoFileAsync(
        string work,
        DataDirectory directory,
        bool replace,
        Func<DbSession, Task> settle,
        TimeProvider clock
    )
    {
        var file = directory.File(Database.FileName);
        if (File.Exists(file) && !replace)
            throw new StorageUnusableException($"{file} already contains a store. Give an empty data directory, or --replace its content.");
        using (var database = await Database.OpenAsync(new StorePlace(work), clock))
        {
            await database.WriteAsync(async write =>
            {
                await settle(write);
                return 0;
            });
            await database.ReadAsync(db => db.ValueAsync<string>("pragma journal_mode = delete"));
        }
        File.Delete(file + "-wal");
        File.Delete(file + "-shm");
        File.Move(Path.Combine(work, Database.FileName), file, overwrite: true);
    }

    private static async Task VerifyAsync(
        DbSession to,
        DataDirectory unpacked,
        string actor,
        BackupManifest manifest,
        long least,
        TimeProvider clock
    )
    {
        using var key = AuditKey.Load(unpacked);
        await MoveStore.VerifyAsync(to, key.Public);
        if (await AuditQueries.HeadAsync(to) is not { } head || head.Number != manifest.Entries || head.Hash != manifest.Head)
            throw new InvalidDataException("its audit log does not end where the backup says");
        await Restored.SettleAsync(
            to,
            clock,
            actor,
            least,
            $"The store was restored from a backup of {manifest.MadeAt:u}, made by iwtune-server {manifest.Version} on "
                + $"{manifest.Engine}. Later changes are not in it."
        );
    }
}
