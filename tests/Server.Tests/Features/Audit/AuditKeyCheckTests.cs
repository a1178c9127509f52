using IwTune.Server.Features.Backups;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Audit;

/// <summary>A data directory that has lost the key of its audit log, as after a copy of a part of it.</summary>
public sealed class AuditKeyCheckTests
{
    [Theory]
    [InlineData(false, "audit.key is missing")]
    [InlineData(true, "audit.key holds the key ")]
    [Trait("Store", "file")]
    public async Task No_server_starts_and_no_backup_is_made_without_the_key_that_signs_the_log(bool another, string problem)
    {
        var server = await StoppedAsync(database: null);
        var (place, key) = (new StorePlace(server.Data), Path.Combine(server.Data, "audit.key"));
        var (kept, backup) = (await File.ReadAllBytesAsync(key), Path.Combine(server.Data, "fleet.tar.gz"));
        File.Delete(key);
        if (another)
            using (KeyFile.Load(DataDirectory.Open(server.Data), "audit.key")) { }

        Assert.Contains(problem, await RefusedAsync(() => StartAsync(server.Data, null)), StringComparison.Ordinal);
        Assert.Equal(another, File.Exists(key));
        Assert.Contains(
            "audit.key",
            await RefusedAsync(() => BackUp.RunAsync(DataDirectory.Open(server.Data), place, backup, TimeProvider.System)),
            StringComparison.Ordinal
        );
        Assert.False(File.Exists(backup));

        await File.WriteAllBytesAsync(key, kept);
        await using var again = await StartAsync(server.Data, null);
    }

    [Fact, Trait("Store", "both")]
    public async Task A_server_that_joins_before_the_one_with_the_restored_keys_makes_no_key_for_the_log()
    {
        var url = await TestStore.EmptyPostgresAsync();
        var first = await StoppedAsync(database: null);
        var backup = Path.Combine(first.Data, "fleet.tar.gz");
        await BackUp.RunAsync(DataDirectory.Open(first.Data), new StorePlace(first.Data), backup, TimeProvider.System);
        var place = StorePlace.Read(first.Data, url, null, new List<string>());
        await Restore.RunAsync(backup, DataDirectory.Open(first.Data), place, replace: true, "cli:test", TimeProvider.System);

        var second = Directory.CreateTempSubdirectory("iwtune-second-").FullName;
        Assert.Contains("audit.key is missing", await RefusedAsync(() => StartAsync(second, url)), StringComparison.Ordinal);

        await using var again = await StartAsync(first.Data, url);
        await using var joined = await StartAsync(second, url);
    }

    private static async Task<RunningServer> StoppedAsync(string? database)
    {
        var server = await StartAsync(null, database);
        // What is in the log is signed when the server stops.
        using (await server.ApiAsync()) { }
        await server.StopAsync();
        return server;
    }

    private static Task<RunningServer> StartAsync(string? data, string? database) =>
        RunningServer.StartAsync(data, options => options with { Database = database });

    private static async Task<string> RefusedAsync(Func<Task> act) => (await Assert.ThrowsAsync<StorageUnusableException>(act)).Message;
}
