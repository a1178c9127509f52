using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Storage;

[Trait("Store", "file")]
public sealed class MigrationTests : IDisposable
{
    private readonly string directory = Directory.CreateTempSubdirectory("iwtune-store-").FullName;

    [Fact]
    public async Task A_new_store_gets_every_step_and_an_old_one_none_twice()
    {
        using (var first = await TestStore.OpenAsync(directory, TimeProvider.System))
            Assert.Equal(Migration.Of("sqlite").Count, await CountAsync(first));
        using var second = await TestStore.OpenAsync(directory, TimeProvider.System);
        Assert.Equal(Migration.Of("sqlite").Count, await CountAsync(second));
        Assert.Equal("wal", await second.ReadAsync(db => db.ValueAsync<string>("pragma journal_mode")));
        Assert.Equal(1, await second.ReadAsync(db => db.ValueAsync<long>("pragma foreign_keys")));
    }

    [Fact]
    public async Task A_store_of_a_newer_server_is_refused_by_name()
    {
        using (var store = await TestStore.OpenAsync(directory, TimeProvider.System))
            await store.WriteAsync(w => w.ExecuteAsync("insert into migrations values (9999, '9999_future', 'x', 0)"));
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => TestStore.OpenAsync(directory, TimeProvider.System));
        Assert.Contains("9999_future", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_step_that_was_changed_after_it_was_applied_is_refused()
    {
        using (var store = await TestStore.OpenAsync(directory, TimeProvider.System))
            await store.WriteAsync(w => w.ExecuteAsync("update migrations set checksum = 'another' || checksum"));
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => TestStore.OpenAsync(directory, TimeProvider.System));
        Assert.Contains("0001_fleet", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_no_store_is_refused_and_left_as_it_is()
    {
        var file = Path.Combine(directory, Database.FileName);
        await File.WriteAllTextAsync(file, new string('x', 5000));
        await Assert.ThrowsAsync<StorageUnusableException>(() => TestStore.OpenAsync(directory, TimeProvider.System));
        Assert.Equal(new string('x', 5000), await File.ReadAllTextAsync(file));
    }

    [Fact]
    public async Task When_a_write_throws_nothing_of_it_remains()
    {
        using var store = await TestStore.OpenAsync(directory, TimeProvider.System);
        await Assert.ThrowsAsync<InvalidOperationException>(() =>
            store.WriteAsync<int>(async write =>
            {
                await write.ExecuteAsync("update publication set sequence = 7");
                throw new InvalidOperationException();
            })
        );
        Assert.Equal(0, await store.ReadAsync(db => db.ValueAsync<long>("select sequence from publication")));
    }

    [Fact]
    public async Task A_restart_keeps_hosts_policies_and_what_they_must_have()
    {
        var before = await RunningServer.StartAsync();
        using var api = await before.ApiAsync();
        var host = await before.EnrolAsync(labels: ("site", "fra"));
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        await host.TakeAsync();
        await host.TakeAsync();
        await before.StopAsync();

        await using var after = await RunningServer.StartAsync(before.Data);
        var back = new TestHost(after.Client(host.Client.DefaultRequestHeaders.Authorization!.ToString()), host.Reply, host.Facts)
        {
            Held = host.Held,
            Counter = host.Counter,
        };
        Assert.Null(await back.TakeAsync());
        using var again = await after.ApiAsync();
        await again.PublishAsync(Api.Iw3);
        Assert.Equal(3, (await back.TakeAsync())!.Content.Windows[0].InitCwnd);
    }

    public void Dispose() => Directory.Delete(directory, recursive: true);

    private static Task<long> CountAsync(Database store) => store.ReadAsync(db => db.ValueAsync<long>("select count(*) from migrations"));
}
