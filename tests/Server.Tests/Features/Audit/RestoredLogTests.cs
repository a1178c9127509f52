using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Backups;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Audit;

/// <summary>A copy of the audit log has entries that a restored store has lost.</summary>
[Trait("Store", "file")]
public sealed class RestoredLogTests : IDisposable
{
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-restored-log-").FullName;

    public void Dispose() => Directory.Delete(_files, recursive: true);

    [Fact]
    public async Task A_copy_beside_the_restored_log_names_the_restore_and_each_entry_that_was_lost()
    {
        var (data, copy) = await RestoredAsync();
        using var database = await Database.OpenAsync(data, TimeProvider.System);
        using var key = AuditKey.Load(DataDirectory.Open(data));
        var store = await database.SnapshotAsync(db => VerifyAudit.RunAsync(db, key.Public));
        Assert.True(store.Intact, store.Text);

        var read = await AuditCopy.ReadAsync(new StringReader(copy), key.Public);
        var against = await database.SnapshotAsync(db => VerifyAgainst.RunAsync(db, read, key.Public, store));

        Assert.False(against.Intact);
        Assert.StartsWith("The store was restored from a backup at ", against.Text, StringComparison.Ordinal);
        Assert.Contains("  policy.publish  ", against.Text, StringComparison.Ordinal);
        database.Dispose();
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task A_copy_that_went_on_after_a_restore_says_that_the_store_was_restored()
    {
        var (data, copy) = await RestoredAsync();
        await using var server = await RunningServer.StartAsync(data, options => options with { Database = null });
        using var api = await server.ApiAsync();

        using var lines = new StringReader(copy + await api.GetStringAsync(FleetPaths.AuditExport));
        var verified = await AuditTrailCheck.RunAsync(lines, key: null);

        Assert.False(verified.Intact);
        Assert.Contains("says that the store was restored from a backup", verified.Text, StringComparison.Ordinal);
    }

    /// <summary>A server whose last publication is in a copy of its log, and not in the backup it was restored from; stopped.</summary>
    private async Task<(string Data, string Copy)> RestoredAsync()
    {
        var server = await RunningServer.StartAsync(with: options => options with { Database = null });
        var (data, backup) = (server.Data, Path.Combine(_files, "fleet.tar.gz"));
        await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), backup, TimeProvider.System);
        string copy;
        using (var api = await server.ApiAsync())
        {
            await api.PublishAsync(Api.Iw3);
            copy = await api.GetStringAsync(FleetPaths.AuditExport);
        }
        await server.StopAsync();
        await Restore.RunAsync(backup, DataDirectory.Open(data), new StorePlace(data), replace: true, "cli:test", TimeProvider.System);
        return (data, copy);
    }
}
