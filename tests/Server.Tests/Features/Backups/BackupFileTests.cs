using System.CommandLine;
using System.Formats.Tar;
using System.IO.Compression;
using IwTune.Server.Cli;
using IwTune.Server.Features.Backups;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Moving;
using IwTune.Server.Storage.Sqlite;
using IwTune.Server.Tests.Running;
using IwTune.Server.Tests.Storage;

namespace IwTune.Server.Tests.Features.Backups;

/// <summary>The file of a backup: made whole or not at all, and every damage to it found before anything is restored.</summary>
[Trait("Store", "both")]
public sealed class BackupFileTests : IDisposable
{
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-backup-file-").FullName;

    private string Backup => Path.Combine(_files, "fleet.tar.gz");

    public void Dispose() => Directory.Delete(_files, recursive: true);

    [Theory]
    [InlineData(500)]
    [InlineData(900)]
    [InlineData(1300)]
    public async Task A_byte_of_a_key_that_changed_is_found(int fromTheEnd)
    {
        var data = await StoppedAsync();
        await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), Backup, TimeProvider.System);
        var bytes = await File.ReadAllBytesAsync(Backup);
        bytes[^fromTheEnd] ^= 0x10;
        await File.WriteAllBytesAsync(Backup, bytes);

        Assert.Contains("Nothing was changed", await RefusedAsync(), StringComparison.Ordinal);
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task What_a_restore_that_was_killed_has_unpacked_is_deleted_by_the_next_one()
    {
        var data = await StoppedAsync();
        await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), Backup, TimeProvider.System);
        var left = Directory.CreateDirectory(Path.Combine(data, "restore.4711.new", "data")).FullName;
        await File.WriteAllTextAsync(Path.Combine(left, "ca.key"), "a key");

        await Restore.RunAsync(Backup, DataDirectory.Open(data), new StorePlace(data), replace: true, "cli:test", TimeProvider.System);

        Assert.Empty(Directory.EnumerateDirectories(data, "*.new"));
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task What_a_backup_that_was_killed_has_left_is_deleted_by_the_next_one_and_no_folder_of_anything_else()
    {
        var data = await StoppedAsync();
        string Left(string name, string file)
        {
            var folder = Directory.CreateDirectory(Path.Combine(_files, name)).FullName;
            var path = Path.Combine(folder, file);
            File.WriteAllText(path, "keys");
            foreach (var entry in (string[])[path, folder])
                File.SetLastWriteTimeUtc(entry, DateTime.UnixEpoch);
            return folder;
        }
        var (killed, other) = (Left("monday.tar.gz.999999999.new", "iwtune.db"), Left("photos.999999999.new", "sea.jpeg"));
        var now = Left("tuesday.tar.gz.999999998.new", "packed");
        File.SetLastWriteTimeUtc(now, TimeProvider.System.GetUtcNow().UtcDateTime);

        await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), Backup, TimeProvider.System);

        Assert.Equal((false, true, true), (Directory.Exists(killed), Directory.Exists(other), Directory.Exists(now)));
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task A_file_that_is_no_backup_is_named_so()
    {
        await File.WriteAllTextAsync(Backup, "a letter");
        Assert.Contains("it is damaged, or no backup of iwtune-server", await RefusedAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_key_of_its_store_no_backup_is_made()
    {
        var data = await StoppedAsync();
        File.Delete(Path.Combine(data, "signing.key"));

        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() =>
            BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), Backup, TimeProvider.System)
        );

        Assert.Contains("signing.key is not there", refused.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_files));
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task A_directory_without_keys_is_neither_backed_up_nor_blamed_for_its_audit_log()
    {
        var (url, other) = (await TestStore.EmptyPostgresAsync(), Path.Combine(_files, "other"));
        var server = await RunningServer.StartAsync(with: options => options with { Database = url });
        await server.StopAsync();

        foreach (
            var verb in (string[][])
                [
                    ["backup", Backup],
                    ["verify-audit"],
                ]
        )
            Assert.Contains(
                "audit.key. Nothing was created",
                await SaidAsync([.. verb, "--data", other, "--database", url]),
                StringComparison.Ordinal
            );

        Assert.Empty(Directory.EnumerateFileSystemEntries(_files));
        Directory.Delete(server.Data, recursive: true);
    }

    [Fact]
    public async Task A_store_whose_audit_log_is_damaged_is_copied_and_the_copy_is_not_called_a_backup()
    {
        var server = await RunningServer.StartAsync(with: options => options with { Database = null });
        using (var api = await server.ApiAsync())
            await api.PublishAsync(Api.Iw3);
        await server.StopAsync();
        var data = server.Data;
        using (var touched = await Database.OpenAsync(data, TimeProvider.System))
            await touched.WriteAsync(write => write.ExecuteAsync("update audit set actor = 'another' where number = 1"));

        var refused = await SaidAsync(["backup", Backup, "--data", data]);

        Assert.Contains("'iwtune-server restore' refuses it", refused, StringComparison.Ordinal);
        Assert.True(File.Exists(Backup));
        await RefusedAsync();
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task No_backup_contains_an_earlier_one()
    {
        var data = await StoppedAsync();

        var refused = await SaidAsync(["backup", Path.Combine(data, "monday.bak"), "--data", data]);

        Assert.Contains("every later backup would contain it", refused, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(data, "monday.bak")));
        await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), Path.Combine(data, "monday.tar.gz"), TimeProvider.System);
        await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), Backup, TimeProvider.System);
        Assert.InRange(new FileInfo(Backup).Length - new FileInfo(Path.Combine(data, "monday.tar.gz")).Length, -1024, 1024);
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task A_full_disk_is_named_and_leaves_nothing()
    {
        using var disk = SmallDisk.Require();
        var data = await StoppedAsync();
        var folder = Directory.CreateDirectory(disk.Data).FullName;
        disk.Fill();

        Assert.Contains("disk is full", await SaidAsync(["backup", Path.Combine(folder, "fleet.tar.gz"), "--data", data]));

        Assert.Empty(Directory.EnumerateFileSystemEntries(folder));
        Directory.Delete(data, recursive: true);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_backup_made_by_a_newer_version_fits_the_store_s_own_and_leaves_the_store_as_it_is(bool postgres)
    {
        var url = postgres ? await TestStore.EmptyPostgresAsync() : null;
        var server = await RunningServer.StartAsync(with: options => options with { Database = url });
        await server.StopAsync();
        var place = StorePlace.Read(server.Data, url, null, new List<string>());
        await OlderSchema.MakeAsync(place);

        await BackUp.RunAsync(DataDirectory.Open(server.Data), place, Backup, TimeProvider.System);

        Assert.True(await OlderSchema.IsAsync(place));
        var restored = DataDirectory.Open(Path.Combine(_files, "restored"));
        await Restore.RunAsync(Backup, restored, new StorePlace(restored.Path), replace: false, "cli:test", TimeProvider.System);
        Assert.False(await OlderSchema.IsAsync(new StorePlace(restored.Path)));
        Directory.Delete(server.Data, recursive: true);
    }

    [Fact]
    public async Task A_store_from_before_it_listed_the_keys_is_backed_up_as_it_is()
    {
        const int lastWithout = 21;
        var data = await StoppedAsync();
        foreach (var file in Directory.GetFiles(data, Database.FileName + "*"))
            File.Delete(file);
        await using (var store = new SqliteStore(Path.Combine(data, Database.FileName)))
            await Filling.RunAsync(store, replace: false, _ => Task.FromResult(0L), TimeProvider.System, lastWithout);

        await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), Backup, TimeProvider.System);

        var unpacked = Directory.CreateDirectory(Path.Combine(_files, "unpacked")).FullName;
        await using (var zip = new GZipStream(File.OpenRead(Backup), CompressionMode.Decompress))
            await TarFile.ExtractToDirectoryAsync(zip, unpacked, overwriteFiles: false);
        using (var made = await Database.OpenAsync(new StorePlace(unpacked), TimeProvider.System, SchemaUse.AsItIs))
            Assert.Equal(lastWithout, await made.ReadAsync(db => db.ValueAsync<long>("select max(number) from migrations")));
        Assert.False(Directory.Exists(Path.Combine(unpacked, "upgraded")));
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task A_backup_of_encrypted_keys_names_the_file_that_it_does_not_have()
    {
        var data = await StoppedAsync();
        var keyFile = Path.Combine(_files, "key");
        await File.WriteAllTextAsync(keyFile, new string('k', 32));
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(keyFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        DataDirectory.Open(data, KeySeal.Read(keyFile, null)).CloseKeys();

        var made = await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), Backup, TimeProvider.System);

        var encrypted = DataDirectory.Open(data).IsClosed("audit.key");
        Assert.Contains("which is not in it", BackupCommand.Said(made, Backup, encrypted, keyFile), StringComparison.Ordinal);
        Assert.EndsWith("--data DIR --key-file FILE", BackupCommand.Said(made, Backup, encrypted, null), StringComparison.Ordinal);
        Assert.Contains("is encrypted: name the file", await RefusedAsync(), StringComparison.Ordinal);
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task No_command_upgrades_the_schema_under_a_running_server()
    {
        var data = await StoppedAsync();
        await OlderSchema.MakeAsync(new StorePlace(data));
        using (RunningLock.Take(data))
            Assert.Contains("and a server runs on it", await SaidAsync(["verify-audit", "--data", data]), StringComparison.Ordinal);
        Assert.True(await OlderSchema.IsAsync(new StorePlace(data)));
        Directory.Delete(data, recursive: true);
    }

    private static async Task<string> StoppedAsync()
    {
        var server = await RunningServer.StartAsync(with: options => options with { Database = null });
        await server.StopAsync();
        return server.Data;
    }

    private async Task<string> RefusedAsync()
    {
        var elsewhere = DataDirectory.Open(Path.Combine(_files, "restored"));
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() =>
            Restore.RunAsync(Backup, elsewhere, new StorePlace(elsewhere.Path), replace: false, "cli:test", TimeProvider.System)
        );
        Assert.False(File.Exists(elsewhere.File(Database.FileName)));
        return refused.Message;
    }

    /// <summary>What the program writes to standard error when it refuses a command.</summary>
    private static async Task<string> SaidAsync(string[] arguments)
    {
        var parsed = new RootCommand { BackupCommand.Create(), VerifyAuditCommand.Create() }.Parse(arguments);
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() =>
            parsed.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false })
        );
        return refused.Message;
    }
}
