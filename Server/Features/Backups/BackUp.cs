using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json;
using Dapper;
using IwTune.Server.Features.Audit;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Moving;
using IwTune.Server.Storage.Sqlite;

namespace IwTune.Server.Features.Backups;

/// <summary>One moment of a store and the keys beside it, in one file that fits either database. Servers may run meanwhile.</summary>
internal static class BackUp
{
    /// <param name="directory">The data directory.</param>
    /// <param name="place">Its store.</param>
    /// <param name="file">What is made; 0600, for it holds every key.</param>
    /// <param name="clock">Stamps it.</param>
    /// <exception cref="StorageUnusableException">Nothing was made.</exception>
    public static async Task<BackupManifest> RunAsync(DataDirectory directory, StorePlace place, string file, TimeProvider clock)
    {
        var work = DataDirectory.Open($"{file}.{Environment.ProcessId}.new").Path;
        try
        {
            var copy = Path.Combine(work, Database.FileName);
            string engine;
            using (var database = await Database.OpenAsync(place, clock))
            {
                engine = database.Engine;
                await CopyAsync(database.Store, copy, clock);
            }
            using var made = await Database.OpenAsync(new StorePlace(work), clock);
            var head = (await made.ReadAsync(AuditQueries.HeadAsync))!;
            made.Dispose();
            var manifest = new BackupManifest(
                1,
                clock.GetUtcNow(),
                ServerVersion.Text,
                engine,
                head.Number,
                head.Hash,
                Convert.ToHexStringLower(SHA256.HashData(await File.ReadAllBytesAsync(copy)))
            );
            await File.WriteAllTextAsync(
                Path.Combine(work, BackupFiles.Manifest),
                JsonSerializer.Serialize(manifest, BackupJson.Default.BackupManifest)
            );
            var packed = Path.Combine(work, "packed");
            await PackAsync(directory, work, packed);
            File.Move(packed, file, overwrite: false);
            return manifest;
        }
        catch (IOException unwritable)
        {
            throw new StorageUnusableException($"The backup {file} cannot be written: {unwritable.Message}", unwritable);
        }
        finally
        {
            Directory.Delete(work, recursive: true);
        }
    }

    private static async Task CopyAsync(IStore source, string copy, TimeProvider clock)
    {
        await using var from = await source.ConnectAsync(CancellationToken.None);
        if (source is SqliteStore)
        {
            await from.ExecuteAsync("vacuum into @copy", new { copy });
            return;
        }
        await source.BeginSnapshotAsync(from);
        await using var target = new SqliteStore(copy);
        await Filling.RunAsync(
            target,
            replace: false,
            async to =>
            {
                await to.ExecuteAsync("pragma defer_foreign_keys = on");
                return await StoreCopy.RunAsync(source, from, target, to.Connection, (_, _) => { });
            },
            clock
        );
        await source.RollbackAsync(from);
        await using var last = await target.ConnectAsync(CancellationToken.None);
        // One file, without a journal beside it.
        await last.ExecuteAsync("pragma journal_mode = delete");
    }

    private static async Task PackAsync(DataDirectory directory, string work, string packed)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        await using var stream = new FileStream(packed, options);
        await using var zip = new GZipStream(stream, CompressionLevel.Fastest);
        await using var tar = new TarWriter(zip);
        await tar.WriteEntryAsync(Path.Combine(work, BackupFiles.Manifest), BackupFiles.Manifest);
        await tar.WriteEntryAsync(Path.Combine(work, Database.FileName), Database.FileName);
        foreach (var (path, name) in BackupFiles.Of(directory.Path))
            await tar.WriteEntryAsync(path, BackupFiles.Folder + name);
    }
}
