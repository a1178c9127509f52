using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Backups;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Backups;

/// <summary>A restore that was killed: the directory has the old store or the new one, each with its keys.</summary>
public sealed class InterruptedRestoreTests : IAsyncLifetime
{
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-interrupted-").FullName;
    private string _data = "",
        _signing = "";

    private DataDirectory Data => DataDirectory.Open(_data);

    private string Backup => Path.Combine(_files, "fleet.tar.gz");

    public async ValueTask InitializeAsync()
    {
        var server = await RunningServer.StartAsync();
        await server.StopAsync();
        _data = server.Data;
        _signing = await File.ReadAllTextAsync(Data.File("signing.key"));
        await BackUp.RunAsync(Data, await PlaceAsync(), Backup, TimeProvider.System);
    }

    public async ValueTask DisposeAsync()
    {
        Directory.Delete(_data, recursive: true);
        Directory.Delete(_files, recursive: true);
        await TestStore.ForgetAsync(_data);
    }

    [Fact]
    public async Task What_was_not_complete_is_deleted_and_nothing_else_changes()
    {
        var folder = RestoreFolder.Make(Data);
        await BackupArchive.UnpackAsync(Backup, folder.Path);
        await File.WriteAllTextAsync(Data.File("signing.key"), "of the old store");

        await RestoreFolder.SettleAsync(Data, await PlaceAsync());

        Assert.False(Directory.Exists(folder.Path));
        Assert.Equal("of the old store", await File.ReadAllTextAsync(Data.File("signing.key")));
    }

    [Fact, Trait("Store", "file")]
    public async Task What_was_complete_is_refused_to_commands_and_brought_to_its_place_by_the_next_start()
    {
        var folder = RestoreFolder.Make(Data);
        await BackupArchive.UnpackAsync(Backup, folder.Path);
        folder.Complete();
        await File.WriteAllTextAsync(Data.File("signing.key"), "of the old store");
        await File.WriteAllTextAsync(Data.File(Database.FileName), "the old store");
        await File.WriteAllTextAsync(Data.File(Database.FileName + "-wal"), "its last transactions");
        MovedStore.Mark(_data, "postgres://elsewhere");

        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => Database.OpenAsync(_data, TimeProvider.System));
        Assert.Contains("was interrupted, or is under way", refused.Message, StringComparison.Ordinal);
        await RestoreFolder.SettleAsync(Data, new StorePlace(_data));

        Assert.False(Directory.Exists(folder.Path));
        Assert.False(File.Exists(Data.File(Database.FileName + "-wal")));
        await GoesOnAsync();
    }

    [Theory, Trait("Store", "file")]
    [InlineData("data/signing.key", "signing.key")]
    [InlineData(Database.FileName, Database.FileName)]
    public async Task It_is_completed_wherever_the_completion_was_killed(string unpacked, string done)
    {
        var folder = RestoreFolder.Make(Data);
        await BackupArchive.UnpackAsync(Backup, folder.Path);
        folder.Complete();
        File.Move(Path.Combine(folder.Path, unpacked), Data.File(done), overwrite: true);

        await RestoreFolder.SettleAsync(Data, new StorePlace(_data));

        await GoesOnAsync();
    }

    [Theory, Trait("Store", "both")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_the_database_has_committed_decides(bool committed)
    {
        var url = await TestStore.EmptyPostgresAsync();
        var place = StorePlace.Read(_data, url, null, new List<string>());
        await Restore.RunAsync(Backup, Data, place, replace: true, "cli:test", TimeProvider.System);
        AuditHead head;
        using (var database = await Database.OpenAsync(place, TimeProvider.System))
            head = (await database.ReadAsync(AuditQueries.HeadAsync))!;
        var folder = RestoreFolder.Make(Data);
        await BackupArchive.UnpackAsync(Backup, folder.Path);
        folder.Complete(place.Postgres, head.Number, committed ? head.Hash : "rolled-back");
        await File.WriteAllTextAsync(Data.File("signing.key"), "of the old store");

        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => RestoreFolder.SettleAsync(Data, new StorePlace(_data)));
        Assert.Contains("give --database with that address", refused.Message, StringComparison.Ordinal);
        await RestoreFolder.SettleAsync(Data, place);

        Assert.False(Directory.Exists(folder.Path));
        Assert.Equal(committed ? _signing : "of the old store", await File.ReadAllTextAsync(Data.File("signing.key")));
    }

    private async Task GoesOnAsync()
    {
        Assert.Equal(_signing, await File.ReadAllTextAsync(Data.File("signing.key")));
        var server = await RunningServer.StartAsync(_data);
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        await server.StopAsync();
    }

    private async Task<StorePlace> PlaceAsync() => StorePlace.Read(_data, await TestStore.UrlAsync(_data), null, new List<string>());
}
