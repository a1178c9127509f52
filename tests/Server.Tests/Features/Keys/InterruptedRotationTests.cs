using IwTune.Server.Features.Backups;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>A rotation that was ended before, or after, its transaction was committed.</summary>
public sealed class InterruptedRotationTests
{
    [Fact]
    public async Task One_that_is_not_committed_leaves_nothing_that_a_restore_takes_for_a_key_of_the_fleet()
    {
        await using var server = await RunningServer.StartAsync();
        var directory = server.Get<DataDirectory>();
        await server.BreakAsync("insert on fleet_keys");
        await Assert.ThrowsAsync<StoreException>(() => server.RotateAsync(KeyKind.Signing));
        Assert.Empty(Directory.GetFiles(directory.Path, "signing-*.key"));
        var left = Assert.Single(Directory.GetFiles(directory.Path, UncommittedKey.Prefix + "*"));

        await server.MendAsync();
        await server.RotateAsync(KeyKind.Signing);
        Assert.False(File.Exists(left));
        Assert.Empty(Directory.GetFiles(directory.Path, UncommittedKey.Prefix + "*"));
        Assert.Single(Directory.GetFiles(directory.Path, "signing-*.key"));
    }

    [Fact]
    public async Task One_that_is_committed_is_completed_by_the_next_backup()
    {
        await using var server = await RunningServer.StartAsync();
        await server.RotateAsync(KeyKind.Signing);
        var directory = server.Get<DataDirectory>();
        var file = Path.GetFileName(Assert.Single(Directory.GetFiles(directory.Path, "signing-*.key")));
        File.Move(directory.File(file), directory.File(UncommittedKey.Prefix + file));
        var place = StorePlace.Read(server.Data, await TestStore.UrlAsync(server.Data), null, new List<string>());
        var backup = Path.Combine(server.Data, "fleet.tar.gz");

        await BackUp.RunAsync(directory, place, backup, TimeProvider.System);

        Assert.True(File.Exists(directory.File(file)));
        Assert.False(File.Exists(directory.File(UncommittedKey.Prefix + file)));
    }

    [Fact]
    public async Task One_that_is_committed_is_completed_by_the_next_server()
    {
        var server = await RunningServer.StartAsync();
        await server.RotateAsync(KeyKind.Signing);
        var directory = server.Get<DataDirectory>();
        var file = Path.GetFileName(Assert.Single(Directory.GetFiles(directory.Path, "signing-*.key")));
        await server.StopAsync();
        // As the command leaves it that was killed after its commit.
        File.Move(directory.File(file), directory.File(UncommittedKey.Prefix + file));

        await using var again = await RunningServer.StartAsync(server.Data);
        using var key = KeyFile.Find(again.Get<DataDirectory>(), file);
        Assert.NotNull(key);
        Assert.False(File.Exists(directory.File(UncommittedKey.Prefix + file)));
    }
}
