using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Enrolment.Restored;
using IwTune.Server.Hosting;
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
    /// <exception cref="StorageUnusableException">
    /// Nothing was changed, or everything is there for the next start to complete; the message says which.
    /// </exception>
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
        await RestoreFolder.SettleAsync(directory, place);
        var folder = RestoreFolder.Make(directory);
        BackupManifest manifest;
        IReadOnlyList<string> kept = [],
            leaked = [];
        try
        {
            manifest = await BackupArchive.UnpackAsync(file, folder.Path);
            folder.Give();
            CheckFiles(directory, folder.Data, replace);
            // How far the replaced store had come; where that is not known, the first host that is ahead shows it (StoreBehind).
            var least = StoreMark.Read(directory)?.Sequence ?? 0;
            async Task SettleAsync(DbSession to)
            {
                var restored = DataDirectory.Open(folder.Data, directory.Seal, directory.Tokens);
                if (await BackupKeys.MissingAsync(to, restored, directory) is { } missing)
                    throw new InvalidDataException($"it has no {missing}, without which a server cannot use its store");
                await VerifyAsync(to, restored, actor, manifest, least, clock);
                (kept, leaked) = await KeptKeys.KeepAsync(to, directory, restored, actor, clock);
            }
            if (place.Postgres is { } address)
                await IntoPostgresAsync(folder, address, replace, SettleAsync, clock);
            else
                await IntoFileAsync(folder, directory, replace, SettleAsync, clock);
        }
        catch (Exception broken)
            when (!folder.IsComplete
                && broken is IOException or InvalidDataException or JsonException or UnauthorizedAccessException or StoreException
            )
        {
            throw new StorageUnusableException(
                // What a store says of calls does not apply to a copy in the folder.
                $"The backup {file} cannot be restored: "
                    + $"{(broken is StoreException { InnerException: { } why } ? why : broken).Message.TrimEnd('.')}. Nothing was changed.",
                broken
            );
        }
        finally
        {
            if (!folder.IsComplete)
                folder.Delete();
        }
        folder.Install();
        return (manifest, kept, leaked);
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
        RestoreFolder folder,
        PostgresAddress address,
        bool replace,
        Func<DbSession, Task> settle,
        TimeProvider clock
    )
    {
        using var database = await Database.OpenAsync(new StorePlace(folder.Path), clock);
        await using var from = await database.Store.ConnectAsync(CancellationToken.None);
        await using var store = new PostgresStore(address);
        try
        {
            await Filling.RunAsync(
                store,
                replace,
                async to =>
                {
                    var rows = await StoreCopy.RunAsync(database.Store, from, store, to.Connection, (_, _) => { });
                    await settle(to);
                    var head = (await AuditQueries.HeadAsync(to))!;
                    folder.Complete(address, head.Number, head.Hash);
                    return rows;
                },
                clock
            );
        }
        catch (Exception) when (folder.IsComplete)
        {
            // The answer to the commit may be all that was lost.
            if (await folder.IsCommittedAsync(address))
                return;
            folder.Delete();
            throw;
        }
    }

    private static async Task IntoFileAsync(
        RestoreFolder folder,
        DataDirectory directory,
        bool replace,
        Func<DbSession, Task> settle,
        TimeProvider clock
    )
    {
        var file = directory.File(Database.FileName);
        if (File.Exists(file) && !replace)
            throw new StorageUnusableException($"{file} already contains a store. Give an empty data directory, or --replace its content.");
        using (var database = await Database.OpenAsync(new StorePlace(folder.Path), clock))
        {
            await database.WriteAsync(async write =>
            {
                await settle(write);
                return 0;
            });
            await database.ReadAsync(db => db.ValueAsync<string>("pragma journal_mode = delete"));
        }
        folder.Complete();
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
