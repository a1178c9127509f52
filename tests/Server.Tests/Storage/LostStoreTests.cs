using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Storage;

/// <summary>A data directory whose store is gone, damaged, or another one.</summary>
public sealed class LostStoreTests
{
    private static ServerOptions OnFile(ServerOptions options) => options with { Database = null };

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_server_whose_store_is_gone_begins_no_empty_one(bool deleted, bool markIsDamaged)
    {
        var data = await UsedAsync();
        if (markIsDamaged)
            await File.WriteAllBytesAsync(Path.Combine(data, "store.mark"), []);
        var file = Path.Combine(data, Database.FileName);
        if (deleted)
            File.Delete(file);
        else
            await File.WriteAllBytesAsync(file, []);
        for (var start = 1; start <= 2; start++)
        {
            var refused = await RefusedAsync(() => RunningServer.StartAsync(data, OnFile));
            Assert.Contains("is empty", refused, StringComparison.Ordinal);
            Assert.Contains("iwtune-server restore FILE --replace", refused, StringComparison.Ordinal);
        }
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task Nor_does_one_that_is_given_another_database_that_is_empty()
    {
        var data = await UsedAsync();
        var other = await TestStore.EmptyPostgresAsync();
        var refused = await RefusedAsync(() => RunningServer.StartAsync(data, options => options with { Database = other }));
        Assert.Contains("is empty", refused, StringComparison.Ordinal);
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task A_command_makes_no_store()
    {
        var data = Directory.CreateTempSubdirectory("iwtune-lost-").FullName;
        var refused = await RefusedAsync(() =>
            Database.OpenAsync(new StorePlace(data), TimeProvider.System, SchemaUse.UpgradeUnlessRunning)
        );
        Assert.Contains("is empty", refused, StringComparison.Ordinal);
        Directory.Delete(data, recursive: true);
    }

    [Theory]
    // The first page, and a part of the schema after it.
    [InlineData(0)]
    [InlineData(100)]
    public async Task A_damaged_store_is_called_so_once_with_what_to_do(int at)
    {
        var data = await UsedAsync();
        await using (var file = File.OpenWrite(Path.Combine(data, Database.FileName)))
        {
            file.Position = at;
            file.Write(Enumerable.Repeat((byte)0xa5, 4096).ToArray());
        }
        var refused = await RefusedAsync(() => RunningServer.StartAsync(data, OnFile));
        Assert.Contains("damaged", refused, StringComparison.Ordinal);
        Assert.EndsWith("restore a backup with 'iwtune-server restore FILE --replace'.", refused, StringComparison.Ordinal);
        Assert.Equal(2, refused.Split("SQLite Error").Length);
        Directory.Delete(data, recursive: true);
    }

    [Theory, Trait("Store", "both")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_store_that_lacks_a_table_is_called_so(bool postgres)
    {
        var url = postgres ? await TestStore.EmptyPostgresAsync() : null;
        ServerOptions With(ServerOptions options) => options with { Database = url };
        var data = await UsedAsync(With);
        using (var store = await Database.OpenAsync(StorePlace.Read(data, url, null, new List<string>()), TimeProvider.System))
            await store.WriteAsync(write => write.ExecuteAsync("drop table exceptions"));
        var refused = await Assert.ThrowsAsync<StoreException>(() => RunningServer.StartAsync(data, With));
        Assert.Contains("lacks a part of its schema", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith("'iwtune-server restore FILE --replace'.", refused.Message, StringComparison.Ordinal);
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task Cookie_keys_that_cannot_be_read_keep_the_server_from_starting()
    {
        var data = await UsedAsync();
        var keys = Path.Combine(data, DataDirectory.CookieKeys);
        foreach (var key in Directory.GetFiles(keys))
            await File.WriteAllTextAsync(key, "<cut");
        var refused = await RefusedAsync(() => RunningServer.StartAsync(data, OnFile));
        Assert.StartsWith($"The cookie keys in {keys} cannot be read: ", refused, StringComparison.Ordinal);
        Directory.Delete(data, recursive: true);
    }

    [Theory]
    [InlineData("export.key")]
    [InlineData("audit.key")]
    public async Task A_damaged_key_keeps_the_server_from_starting(string name)
    {
        var data = await UsedAsync();
        await File.WriteAllTextAsync(Path.Combine(data, name), "cut off");
        var refused = await RefusedAsync(() => RunningServer.StartAsync(data, OnFile));
        Assert.Equal($"{Path.Combine(data, name)} holds no private key. Restore it from a backup of the data directory.", refused);
        Directory.Delete(data, recursive: true);
    }

    [Theory]
    [InlineData("export.key")]
    [InlineData("audit.key")]
    [InlineData("signing.key")]
    public async Task A_damaged_key_that_a_shared_store_has_is_moved_away_and_comes_back(string name)
    {
        var url = await TestStore.EmptyPostgresAsync();
        ServerOptions Shared(ServerOptions options) => options with { Database = url };
        var data = await UsedAsync(Shared);
        var file = Path.Combine(data, name);
        var before = await File.ReadAllTextAsync(file);
        await File.WriteAllTextAsync(file, "cut off");
        var refused = await RefusedAsync(() => RunningServer.StartAsync(data, Shared));
        Assert.StartsWith(
            $"{file} holds no private key. Move the file away: the server gets the key from ",
            refused,
            StringComparison.Ordinal
        );
        File.Delete(file);
        await (await RunningServer.StartAsync(data, Shared)).StopAsync();
        Assert.Equal(before, await File.ReadAllTextAsync(file));
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task What_a_server_that_was_killed_had_half_written_is_deleted_and_what_a_command_writes_now_is_not()
    {
        var data = await UsedAsync();
        var (left, now) = (Path.Combine(data, "signing.key.999999999.new"), Path.Combine(data, "address.1.new"));
        await File.WriteAllTextAsync(left, "half of a key");
        await File.WriteAllTextAsync(now, "https://");
        await (await RunningServer.StartAsync(data, OnFile)).StopAsync();
        Assert.Equal((false, true), (File.Exists(left), File.Exists(now)));
        Directory.Delete(data, recursive: true);
    }

    /// <summary>The data directory of a server in which something happened.</summary>
    private static async Task<string> UsedAsync(Func<ServerOptions, ServerOptions>? with = null)
    {
        var server = await RunningServer.StartAsync(with: with ?? OnFile);
        using (var api = await server.ApiAsync())
            await api.PublishAsync(Api.Iw3);
        using (await server.Client().GetAsync("/sign-in")) { }
        await server.StopAsync();
        return server.Data;
    }

    private static async Task<string> RefusedAsync<T>(Func<Task<T>> start) =>
        (await Assert.ThrowsAsync<StorageUnusableException>(start)).Message;
}
