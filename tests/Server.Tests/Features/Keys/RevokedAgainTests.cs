using IwTune.Server.Features.Keys;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>The database's own tools bring back a store from before a signing key was revoked.</summary>
public sealed class RevokedAgainTests : IAsyncLifetime
{
    private RunningServer _server = null!;
    private StoreImage _before = null!;
    private TestHost _host = null!;
    private SigningKey _leaked = null!;

    public async ValueTask InitializeAsync()
    {
        _server = await RunningServer.StartAsync();
        using (var api = await _server.ApiAsync())
            await api.PublishAsync(Api.Iw3, assign: "*");
        _host = await _server.EnrolAsync();
        _host.Trust = _host.Reply.Trust!.Number;
        await _server.AcknowledgedAsync(_host);
        _leaked = Assert.Single(_host.Keys);
        await _server.StopAsync();
        _before = await StoreImage.KeepAsync(_server.Data);
        await StartAgainAsync();
        await _server.RevokeAsync(_leaked.KeyId).DoneAsync();
        await _server.LookAtKeysAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        await _before.DisposeAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task No_host_trusts_it_again_and_its_successor_goes_on_or_another_key_where_that_is_lost(bool successorIsLost)
    {
        var successor = Assert.Single(_server.Get<HeldKeys>().Current.Trust.SigningKeys).KeyId;
        if (!successorIsLost)
            await _server.AcknowledgedAsync(_host);
        await _server.StopAsync();
        if (successorIsLost)
            File.Delete(FileOf(successor));

        await _before.BringBackAsync();
        await StartAgainAsync();

        var trusted = Assert.Single(_server.Get<HeldKeys>().Current.Trust.SigningKeys).KeyId;
        Assert.Equal(!successorIsLost, trusted == successor);
        Assert.NotEqual(_leaked.KeyId, trusted);
        await AnsweredByAsync(trusted);
        using var api = await _server.ApiAsync();
        var entries = (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries;
        Assert.Single(entries, entry => entry.Text.Contains("is revoked again", StringComparison.Ordinal));
    }

    [Fact]
    public async Task One_that_was_retired_is_trusted_by_no_host_and_the_next_start_changes_nothing()
    {
        await _server.AcknowledgedAsync(_host);
        await _server.RetireAsync(_leaked.KeyId).DoneAsync();
        await _server.LookAtKeysAsync();
        var successor = Assert.Single(_server.Get<HeldKeys>().Current.Trust.SigningKeys).KeyId;
        await _server.StopAsync();

        await _before.BringBackAsync();
        await StartAgainAsync();

        Assert.Equal([successor], _server.Get<HeldKeys>().Current.Trust.SigningKeys.Select(key => key.KeyId));
        await AnsweredByAsync(successor);
        using (var api = await _server.ApiAsync())
            // A database has brought its private half back, too.
            Assert.Equal(
                TestStore.IsPostgres ? KeyState.Revoked : KeyState.Retired,
                (await api.FleetKeysAsync()).Keys.Single(key => key.Id == _leaked.KeyId).State
            );
        var number = _server.Get<HeldKeys>().Current.Number;
        await _server.StopAsync();
        await StartAgainAsync();
        Assert.Equal(number, _server.Get<HeldKeys>().Current.Number);
    }

    /// <summary>Also a host that has heard nothing of the revocation drops the leaked key with what it gets now.</summary>
    private async Task AnsweredByAsync(string trusted)
    {
        Assert.NotNull((await _host.TakeAsync())!.Trust);
        Assert.Equal([trusted], _host.Keys.Select(key => key.KeyId));
        await _server.LookAtKeysAsync();
        using var api = await _server.ApiAsync();
        await api.PublishAsync(Api.Iw10);
        Assert.Equal(10, (await _host.TakeAsync())!.Content.Windows[0].InitCwnd);
    }

    private string FileOf(string id) => Path.Combine(_server.Data, KeyRow.FileOf(KeyKind.Signing, id, KeyPlace.File));

    private async Task StartAgainAsync()
    {
        _server = await RunningServer.StartAsync(_server.Data);
        _host = _host.At(_server);
    }
}
