using IwTune.Server.Features.Backups;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>A store of before a rotation, and hosts that have heard of the rotation.</summary>
public sealed class RestoredKeysTests : IAsyncLifetime
{
    private readonly string _files = System.IO.Directory.CreateTempSubdirectory("iwtune-restored-keys-").FullName;
    private RunningServer _server = null!;
    private TestHost _host = null!;
    private SigningKey _old = null!;

    private string Backup => Path.Combine(_files, "backup.tar.gz");

    public async ValueTask InitializeAsync()
    {
        _server = await RunningServer.StartAsync();
        using var api = await _server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        _host = await _server.EnrolAsync();
        _host.Trust = _host.Reply.Trust!.Number;
        await _server.AcknowledgedAsync(_host);
        _old = Assert.Single(_host.Keys);
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        System.IO.Directory.Delete(_files, recursive: true);
    }

    [Fact]
    public async Task Its_keys_are_announced_again_above_what_hosts_have_heard_and_the_next_rotation_waits_for_them()
    {
        var place = await PlaceAsync();
        await BackUp.RunAsync(DataDirectory.Open(_server.Data), place, Backup, TimeProvider.System);
        await HearOfRotationAsync();
        await _server.StopAsync();
        await Restore.RunAsync(Backup, DataDirectory.Open(_server.Data), place, replace: true, "cli:test", TimeProvider.System);
        await StartAgainAsync();

        await GoesOnAsync();
    }

    [Fact]
    public async Task A_directory_that_has_the_keys_of_a_rotation_goes_on_with_them_and_no_host_enrols_again()
    {
        var place = await PlaceAsync();
        await BackUp.RunAsync(DataDirectory.Open(_server.Data), place, Backup, TimeProvider.System);
        var authority = _server.Get<HeldKeys>().Authority.Id;
        await HearOfRotationAsync();
        await _server.AcknowledgedAsync(_host);
        await _server.RotateAsync(KeyKind.Authority);
        await _server.AcknowledgedAsync(_host);
        await _server.RetireAsync(authority).DoneAsync();
        await _server.LookAtKeysAsync();
        await _host.TakeAsync();
        var (signing, next) = (Assert.Single(_host.Keys), _server.Get<HeldKeys>().Authority.Id);
        Assert.NotEqual(_old.KeyId, signing.KeyId);
        await _server.StopAsync();

        var (_, kept, _) = await Restore.RunAsync(
            Backup,
            DataDirectory.Open(_server.Data),
            place,
            replace: true,
            "cli:test",
            TimeProvider.System
        );
        await StartAgainAsync();

        Assert.Equal([$"signing key {signing.KeyId[..12]}…", $"CA sha256:{next[..12]}…"], kept);
        Assert.Equal(next, _server.Get<HeldKeys>().Authority.Id);
        Assert.NotNull((await _host.TakeAsync())!.Trust);
        Assert.Equal([signing.KeyId], _host.Keys.Select(key => key.KeyId));
        Assert.False(File.Exists(Path.Combine(_server.Data, "signing.key")));
    }

    [Fact]
    public async Task A_key_that_leaked_is_not_kept_although_its_file_was_written_last()
    {
        var place = await PlaceAsync();
        await BackUp.RunAsync(DataDirectory.Open(_server.Data), place, Backup, TimeProvider.System);
        await HearOfRotationAsync();
        await _server.AcknowledgedAsync(_host);
        var leaked = Path.Combine(_server.Data, KeyRow.FileOf(KeyKind.Signing, SigningId(), KeyPlace.File));
        await _server.RevokeAsync(SigningId()).DoneAsync();
        await _server.LookAtKeysAsync();
        await _server.AcknowledgedAsync(_host);
        var trusted = Assert.Single(_host.Keys).KeyId;
        await _server.StopAsync();
        // As a server that joins fetches the newest first, and as --key-file encrypts them.
        File.SetLastWriteTimeUtc(leaked, DateTime.UnixEpoch.AddYears(200));
        await StartAgainAsync();
        await _server.StopAsync();

        var (_, kept, _) = await Restore.RunAsync(
            Backup,
            DataDirectory.Open(_server.Data),
            place,
            replace: true,
            "cli:test",
            TimeProvider.System
        );
        Assert.Equal([$"signing key {trusted[..12]}…"], kept);
        await StartAgainAsync();

        string SigningId() => _server.Get<HeldKeys>().Current.Trust.SigningKeys[0].KeyId;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_key_that_was_revoked_after_the_backup_is_not_trusted_again(bool successorIsLost)
    {
        var place = await PlaceAsync();
        await BackUp.RunAsync(DataDirectory.Open(_server.Data), place, Backup, TimeProvider.System);
        // No host has heard of it, so the key that leaked is still there and signs beside its successor.
        await _server.RevokeAsync(_old.KeyId).DoneAsync();
        await _server.LookAtKeysAsync();
        var successor = Assert.Single(_server.Get<HeldKeys>().Current.Trust.SigningKeys).KeyId;
        await _server.StopAsync();
        if (successorIsLost)
            File.Delete(Path.Combine(_server.Data, KeyRow.FileOf(KeyKind.Signing, successor, KeyPlace.File)));

        var (_, kept, leaked) = await Restore.RunAsync(
            Backup,
            DataDirectory.Open(_server.Data),
            place,
            replace: true,
            "cli:test",
            TimeProvider.System
        );
        await StartAgainAsync();

        Assert.Equal(successorIsLost ? [] : [$"signing key {successor[..12]}…"], kept);
        Assert.Equal([$"signing key {_old.KeyId[..12]}…"], leaked);
        var trusted = Assert.Single(_server.Get<HeldKeys>().Current.Trust.SigningKeys).KeyId;
        Assert.NotEqual(_old.KeyId, trusted);
        // It knew the leaked one alone, and drops it with what it gets now.
        Assert.NotNull((await _host.TakeAsync())!.Trust);
        Assert.Equal([trusted], _host.Keys.Select(key => key.KeyId));
    }

    [Fact]
    public async Task Another_directory_gets_the_keys_of_the_backup()
    {
        await BackUp.RunAsync(DataDirectory.Open(_server.Data), await PlaceAsync(), Backup, TimeProvider.System);
        var other = await RunningServer.StartAsync(with: options => options with { Database = null });
        await other.RotateAsync(KeyKind.Signing);
        await other.StopAsync();
        File.Delete(Path.Combine(other.Data, "signing.key"));

        var place = new StorePlace(other.Data);
        var (_, kept, _) = await Restore.RunAsync(
            Backup,
            DataDirectory.Open(other.Data),
            place,
            replace: true,
            "cli:test",
            TimeProvider.System
        );

        Assert.Empty(kept);
        using (var database = await Database.OpenAsync(place, TimeProvider.System))
            Assert.Equal(_old.KeyId, (await database.ReadAsync(KeyQueries.ListAsync)).Single(row => row.IsSigning).Id);
        System.IO.Directory.Delete(other.Data, recursive: true);
    }

    [Fact, Trait("Store", "file")]
    public async Task An_older_copy_of_the_store_is_found_by_what_a_host_acts_on()
    {
        // The file alone, as a person copies it to a new machine; a database's own tools do the same there.
        await _server.StopAsync();
        File.Copy(StoreFile, Path.Combine(_files, "copy"));
        await StartAgainAsync();
        await HearOfRotationAsync();
        await _server.StopAsync();
        File.Copy(Path.Combine(_files, "copy"), StoreFile, overwrite: true);
        File.Delete(Path.Combine(_server.Data, "store.mark"));
        await StartAgainAsync();

        var before = await NumberAsync();
        await SayAsync(trust: _server.Clock.GetUtcNow().ToUnixTimeSeconds() + 60);
        Assert.Equal(before, await NumberAsync());
        await SayAsync(trust: 2);
        var after = await NumberAsync();
        Assert.InRange(after, 3, _server.Clock.GetUtcNow().ToUnixTimeSeconds());
        await SayAsync(trust: 2);
        Assert.Equal(after, await NumberAsync());
        await _server.LookAtKeysAsync();
        using var api = await _server.ApiAsync();
        Assert.Single(
            (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries,
            entry => entry.Text.Contains("announcement 2 of keys", StringComparison.Ordinal)
        );

        await GoesOnAsync();
    }

    /// <summary>The host knows the new key and still trusts the old one.</summary>
    private async Task HearOfRotationAsync()
    {
        await _server.RotateAsync(KeyKind.Signing);
        await _host.TakeAsync();
        Assert.Equal((2, 2), (_host.Trust, _host.Keys.Count));
    }

    private async Task SayAsync(long trust)
    {
        _host.Trust = trust;
        using (await _host.CheckInAsync()) { }
    }

    private async Task GoesOnAsync()
    {
        Assert.NotNull((await _host.TakeAsync())!.Trust);
        Assert.Equal([_old.KeyId], _host.Keys.Select(key => key.KeyId));
        await _server.RotateAsync(KeyKind.Signing);
        using var api = await _server.ApiAsync();
        Assert.Equal([KeyState.InUse, KeyState.Replaced], await StatesAsync(api));
        await api.PublishAsync(Api.Iw10);
        Assert.Equal(10, (await _host.TakeAsync())!.Content.Windows[0].InitCwnd);
        await _server.AcknowledgedAsync(_host);
        Assert.Equal([KeyState.InUse, KeyState.Retired], await StatesAsync(api));
        await api.PublishAsync(Api.Iw3);
        Assert.Equal(3, (await _host.TakeAsync())!.Content.Windows[0].InitCwnd);
    }

    private static async Task<IReadOnlyList<KeyState>> StatesAsync(HttpClient api) =>
        [.. (await api.FleetKeysAsync()).Keys.Where(key => key.Kind == KeyKind.Signing).Select(key => key.State)];

    private Task<long> NumberAsync() => _server.Database.ReadAsync(KeyQueries.NumberAsync);

    private string StoreFile => Path.Combine(_server.Data, Database.FileName);

    private async Task<StorePlace> PlaceAsync() =>
        StorePlace.Read(_server.Data, await TestStore.UrlAsync(_server.Data), null, new List<string>());

    private async Task StartAgainAsync()
    {
        _server = await RunningServer.StartAsync(_server.Data);
        _host = _host.At(_server);
    }
}
