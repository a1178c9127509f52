using IwTune.Server.Features.Backups;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Hosting.Tokens;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>A signing key in a PKCS #11 token that leaked after the backup, for which another one is in the token.</summary>
public sealed class RestoredTokenKeysTests : IAsyncLifetime
{
    private readonly string _files = System.IO.Directory.CreateTempSubdirectory("iwtune-restored-tokens-").FullName;
    private readonly SoftToken _token = SoftToken.Make($"restore {Guid.NewGuid():N}"[..31]);
    private RunningServer _server = null!;
    private DataDirectory _directory = null!;
    private TestHost _host = null!;
    private StorePlace _place = null!;
    private string _leaked = "",
        _successor = "";

    private string Backup => Path.Combine(_files, "backup.tar.gz");

    public async ValueTask InitializeAsync()
    {
        _server = await StartAsync();
        using (var api = await _server.ApiAsync())
            await api.PublishAsync(Api.Iw3, assign: "*");
        _host = await _server.EnrolAsync();
        _host.Trust = _host.Reply.Trust!.Number;
        await _server.RotateAsync(KeyKind.Signing, new NewKeyPlace(_token.Label));
        await _server.AcknowledgedAsync(_host);
        _directory = _server.Get<DataDirectory>();
        _place = StorePlace.Read(_server.Data, await TestStore.UrlAsync(_server.Data), null, new List<string>());
        _leaked = Trusted();
        await BackUp.RunAsync(_directory, _place, Backup, TimeProvider.System);
        await _server.RevokeAsync(_leaked).DoneAsync();
        await _server.LookAtKeysAsync();
        await _server.AcknowledgedAsync(_host);
        _successor = Trusted();
        await _server.StopAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        System.IO.Directory.Delete(_files, recursive: true);
    }

    [Fact]
    public async Task Its_successor_is_found_there_and_no_host_enrols_again()
    {
        var (kept, leaked) = await RestoreAsync();

        Assert.Equal([$"signing key {_successor[..12]}…"], kept);
        Assert.Equal([$"signing key {_leaked[..12]}…"], leaked);
        _server = await StartAsync(_server.Data);
        _host = _host.At(_server);
        Assert.Equal(_successor, Trusted());
        Assert.NotNull((await _host.TakeAsync())!.Trust);
        Assert.Equal([_successor], _host.Keys.Select(key => key.KeyId));
    }

    [Fact]
    public async Task Where_the_successor_is_lost_the_next_one_is_made_in_the_token_not_in_a_file()
    {
        File.Delete(Path.Combine(_server.Data, KeyRow.FileOf(KeyKind.Signing, _successor, KeyPlace.Token)));

        var (kept, leaked) = await RestoreAsync();

        Assert.Empty(kept);
        Assert.Equal([$"signing key {_leaked[..12]}…"], leaked);
        _server = await StartAsync(_server.Data);
        Assert.DoesNotContain(Trusted(), new[] { _leaked, _successor });
        Assert.True(File.Exists(Path.Combine(_server.Data, KeyRow.FileOf(KeyKind.Signing, Trusted(), KeyPlace.Token))));
    }

    [Fact]
    public async Task Without_the_module_nothing_is_restored_and_the_option_is_named()
    {
        var why = await Assert.ThrowsAsync<StorageUnusableException>(() =>
            Restore.RunAsync(Backup, DataDirectory.Open(_server.Data), _place, replace: true, "cli:test", TimeProvider.System)
        );

        Assert.Contains("--token-module", why.Message, StringComparison.Ordinal);
        _server = await StartAsync(_server.Data);
        Assert.Equal(_successor, Trusted());
    }

    private async Task<(IReadOnlyList<string> Kept, IReadOnlyList<string> Leaked)> RestoreAsync()
    {
        var (_, kept, leaked) = await Restore.RunAsync(Backup, _directory, _place, replace: true, "cli:test", TimeProvider.System);
        return (kept, leaked);
    }

    private string Trusted() => Assert.Single(_server.Get<HeldKeys>().Current.Trust.SigningKeys).KeyId;

    private static Task<RunningServer> StartAsync(string? data = null) =>
        RunningServer.StartAsync(data, options => options with { TokenModule = SoftToken.Module, TokenPinFile = SoftToken.PinFile });
}
