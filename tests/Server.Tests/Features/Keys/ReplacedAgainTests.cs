using IwTune.Server.Features.Keys;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>The database's own tools bring back a store from before the CA and the signing key were replaced.</summary>
public sealed class ReplacedAgainTests : IAsyncLifetime
{
    private RunningServer _server = null!;
    private StoreImage _before = null!;
    private TestHost _host = null!;

    private HeldKeys Keys => _server.Get<HeldKeys>();

    public async ValueTask InitializeAsync()
    {
        _server = await RunningServer.StartAsync();
        using (var api = await _server.ApiAsync())
            await api.PublishAsync(Api.Iw3, assign: "*");
        _host = await _server.EnrolAsync();
        _host.Trust = _host.Reply.Trust!.Number;
        await _server.AcknowledgedAsync(_host);
        await _server.StopAsync();
        _before = await StoreImage.KeepAsync(_server.Data);
        await StartAgainAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        await _before.DisposeAsync();
    }

    [Fact]
    public async Task The_keys_that_hosts_trust_stay_in_use_and_the_retired_ones_are_retired()
    {
        var former = Keys.Authority.Id;
        await _server.RotateAsync(KeyKind.Signing);
        await _server.AcknowledgedAsync(_host);
        await _server.RotateAsync(KeyKind.Authority);
        await _server.AcknowledgedAsync(_host);
        await _server.RetireAsync(former).DoneAsync();
        await _server.LookAtKeysAsync();
        await _host.TakeAsync();
        var (authority, signing) = (Keys.Authority.Id, Assert.Single(_host.Keys).KeyId);
        Assert.NotEqual(former, authority);
        await _server.StopAsync();

        await _before.BringBackAsync();
        await StartAgainAsync();

        Assert.Equal(authority, Keys.Authority.Id);
        Assert.Equal([signing], Keys.Current.Trust.SigningKeys.Select(key => key.KeyId));
        Assert.False(File.Exists(Path.Combine(_server.Data, "ca.key")));
        Assert.NotNull((await _host.TakeAsync())!.Trust);
        Assert.Equal([signing], _host.Keys.Select(key => key.KeyId));
        using (var api = await _server.ApiAsync())
        {
            Assert.Equal(KeyState.Retired, (await api.FleetKeysAsync()).Keys.Single(key => key.Id == former).State);
            Assert.Equal(
                2,
                (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries.Count(entry =>
                    entry.Text.Contains("stays in use: the data directory has it", StringComparison.Ordinal)
                )
            );
        }
        await _server.LookAtKeysAsync();
        var number = Keys.Current.Number;
        await _server.StopAsync();
        await StartAgainAsync();
        Assert.Equal(number, Keys.Current.Number);
    }

    [Fact]
    public async Task A_key_that_was_not_retired_stays_in_use()
    {
        var former = Keys.Authority.Id;
        await _server.RotateAsync(KeyKind.Authority);
        await _server.AcknowledgedAsync(_host);
        await _server.StopAsync();

        await _before.BringBackAsync();
        await StartAgainAsync();

        // The directory has both, and no host has dropped it.
        Assert.Equal(former, Keys.Authority.Id);
    }

    private async Task StartAgainAsync()
    {
        _server = await RunningServer.StartAsync(_server.Data);
        _host = _host.At(_server);
    }
}
