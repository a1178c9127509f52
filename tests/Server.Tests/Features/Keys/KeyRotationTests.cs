using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Keys;

public sealed class KeyRotationTests : IAsyncLifetime
{
    private RunningServer _server = null!;
    private HttpClient _api = null!;

    private StoredKeys Keys => new(_server.Database, seal: null, _server.Clock);

    private DataDirectory Directory => _server.Get<DataDirectory>();

    public async ValueTask InitializeAsync()
    {
        _server = await RunningServer.StartAsync();
        _api = await _server.ApiAsync();
        await _api.PublishAsync(Api.Iw3, assign: "*");
    }

    public async ValueTask DisposeAsync()
    {
        _api.Dispose();
        await _server.DisposeAsync();
    }

    [Fact]
    public async Task A_new_key_reaches_a_host_in_a_bundle_that_the_old_one_signs_and_the_old_one_goes_when_all_have_acknowledged()
    {
        var (first, second) = (await JoinedAsync("web-1"), await JoinedAsync("web-2"));
        var old = Assert.Single(first.Keys);
        await DoneAsync(RotateKey.RunAsync(Keys, Directory, KeyKind.Signing, "cli:root", "yearly", _server.Clock));
        await LookAsync();
        Assert.Equal([KeyState.InUse, KeyState.Replaced], (await SigningAsync()).Select(key => key.State));

        Assert.NotNull((await first.TakeAsync())!.Trust);
        Assert.Equal(2, first.Keys.Count);
        await AcknowledgedAsync(first);
        Assert.Equal(["web-2"], (await AllAsync()).Stragglers.Select(host => host.Name));
        // A host that has not acknowledged is served, signed by the key that it knows.
        await _api.PublishAsync(Api.Iw10);
        Assert.Equal(10, (await second.TakeAsync())!.Content.Windows[0].InitCwnd);
        await AcknowledgedAsync(second);

        Assert.Equal([KeyState.InUse, KeyState.Retired], (await SigningAsync()).Select(key => key.State));
        Assert.False(File.Exists(Directory.File("signing.key")));
        Assert.NotNull(await first.TakeAsync());
        Assert.DoesNotContain(old, first.Keys);
        Assert.Single(first.Keys);
        await _api.PublishAsync(Api.Iw3);
        Assert.Equal(3, (await first.TakeAsync())!.Content.Windows[0].InitCwnd);
        Assert.Contains((await _api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries, entry => entry is { Action: "key.retire", Actor: "server" });
    }

    [Fact]
    public async Task A_host_that_joins_during_a_rotation_knows_both_keys_from_its_enrolment()
    {
        await JoinedAsync("web-1");
        await DoneAsync(RotateKey.RunAsync(Keys, Directory, KeyKind.Signing, "cli:root", "", _server.Clock));
        await LookAsync();
        var late = await _server.EnrolAsync("late");
        Assert.Equal(2, late.Keys.Count);
        Assert.Equal(2, late.Reply.Trust!.Number);
        Assert.DoesNotContain((await AllAsync()).Stragglers, host => host.Name == "late");
    }

    [Fact]
    public async Task A_key_that_leaked_is_dropped_by_each_host_that_hears_of_it_and_signs_for_those_alone_that_have_not()
    {
        var (hears, away) = (await JoinedAsync("hears"), await JoinedAsync("away"));
        var leaked = Assert.Single(hears.Keys);
        await DoneAsync(RevokeKey.RunAsync(Keys, Directory, leaked.KeyId[..10], "cli:root", "found on a laptop", _server.Clock));
        await LookAsync();
        Assert.NotNull(await hears.TakeAsync());
        Assert.DoesNotContain(leaked, hears.Keys);
        await AcknowledgedAsync(hears);
        await _api.PublishAsync(Api.Iw10);
        using (var answer = await hears.CheckInAsync())
            Assert.DoesNotContain((await answer.Content.ReadFromJsonAsync(WireJson.Default.Envelope))!.Signatures, signature => signature.KeyId == leaked.KeyId);

        var refused = Assert.IsType<KeyOutcome.LeavesBehind>(await RetireKey.RunAsync(_server.Database, leaked.KeyId, null, "cli:root", "", _server.Clock));
        Assert.Equal(["away"], refused.Hosts.Select(host => host.Name));
        Assert.Equal(10, (await away.TakeAsync())!.Content.Windows[0].InitCwnd);
        Assert.DoesNotContain(leaked, away.Keys);
        await AcknowledgedAsync(away);
        await DoneAsync(RetireKey.RunAsync(_server.Database, leaked.KeyId, null, "cli:root", "", _server.Clock));
    }

    [Fact]
    public async Task A_CA_is_announced_first_and_used_when_the_one_before_is_retired()
    {
        var host = await JoinedAsync("web-1");
        var before = _server.Get<HeldKeys>().Authority;
        await DoneAsync(RotateKey.RunAsync(Keys, Directory, KeyKind.Authority, "cli:root", "", _server.Clock));
        await LookAsync();
        Assert.Equal(before.Pem, await _server.Client().GetStringAsync(AgentPaths.Authority));
        var told = (await host.TakeAsync())!.Trust!;
        Assert.Equal(before.Pem, told.Authorities[0]);
        Assert.Equal(2, told.Authorities.Count);
        await AcknowledgedAsync(host);
        await DoneAsync(RetireKey.RunAsync(_server.Database, before.Id, null, "cli:root", "", _server.Clock));
        await LookAsync();

        Assert.Equal(told.Authorities[1], _server.Get<HeldKeys>().Authority.Pem);
        Assert.Equal(told.Authorities[1], File.ReadAllText(Directory.File("ca.pem")));
        Assert.Equal(told.Authorities[1], await _server.Client().GetStringAsync(AgentPaths.Authority));
        Assert.Equal(before.Pin, (await AllAsync()).Fleet);
        await Assert.ThrowsAsync<HttpRequestException>(() => _server.Client(root: before.Pem).GetStringAsync(AgentPaths.Authority));
    }

    [Fact]
    public async Task A_server_that_starts_again_goes_on_with_its_keys()
    {
        var host = await JoinedAsync("web-1");
        await DoneAsync(RotateKey.RunAsync(Keys, Directory, KeyKind.Signing, "cli:root", "", _server.Clock));
        await LookAsync();
        await host.TakeAsync();
        await _server.StopAsync();
        _server = await RunningServer.StartAsync(_server.Data);
        host = host.At(_server);
        Assert.Equal(2, _server.Get<HeldKeys>().Current.Number);
        using var answer = await host.CheckInAsync();
        Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode);
    }

    [Fact]
    public async Task An_agent_that_knows_no_announcements_is_served_and_listed_until_it_is_updated()
    {
        var old = await _server.EnrolAsync("old");
        await DoneAsync(RotateKey.RunAsync(Keys, Directory, KeyKind.Signing, "cli:root", "", _server.Clock));
        await LookAsync();
        Assert.Null((await old.TakeAsync())!.Trust);
        using (var answer = await old.CheckInAsync())
            Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode);
        await WrittenAsync();
        Assert.Null(Assert.Single((await AllAsync()).Stragglers).Acknowledged);
    }

    [Fact]
    public async Task What_cannot_be_done_is_refused_with_the_way_on()
    {
        var (signing, authority) = ((await SigningAsync())[0].Id, _server.Get<HeldKeys>().Authority.Id);
        foreach (var (refused, why) in ((Task<KeyOutcome>, string)[])
        [
            (RetireKey.RunAsync(_server.Database, signing, null, "cli:root", "", _server.Clock), "rotate signing"),
            (RetireKey.RunAsync(_server.Database, authority, null, "cli:root", "", _server.Clock), "rotate authority"),
            (RetireKey.RunAsync(_server.Database, "12", null, "cli:root", "", _server.Clock), "too short"),
            (RetireKey.RunAsync(_server.Database, "0123456789", null, "cli:root", "", _server.Clock), "keys list"),
            (RevokeKey.RunAsync(Keys, Directory, authority, "cli:root", "", _server.Clock), "rotate authority"),
        ])
            Assert.Contains(why, Assert.IsType<KeyOutcome.Refused>(await refused).Why, StringComparison.Ordinal);
        await DoneAsync(RotateKey.RunAsync(Keys, Directory, KeyKind.Signing, "cli:root", "", _server.Clock));
        Assert.IsType<KeyOutcome.Refused>(await RotateKey.RunAsync(Keys, Directory, KeyKind.Signing, "cli:root", "", _server.Clock));
        Assert.Equal(2, (await AllAsync()).Number);
    }

    /// <summary>A host with an agent that acknowledges, and that holds its first bundle.</summary>
    private async Task<TestHost> JoinedAsync(string name)
    {
        var host = await _server.EnrolAsync(name);
        host.Trust = host.Reply.Trust!.Number;
        await AcknowledgedAsync(host);
        return host;
    }

    /// <summary>Takes what there is, says so, and the server has looked.</summary>
    private async Task AcknowledgedAsync(TestHost host)
    {
        await host.TakeAsync();
        using (await host.CheckInAsync())
        {
        }
        await WrittenAsync();
        await LookAsync();
    }

    private Task WrittenAsync() => _server.Running<PresenceWriter>().WriteAsync(all: true);

    private Task LookAsync() => _server.Running<KeyWatch>().LookAsync(CancellationToken.None);

    private Task<FleetKeys> AllAsync() => _api.GetAsync(FleetPaths.Keys, KeysJson.Default.FleetKeys);

    private async Task<IReadOnlyList<FleetKey>> SigningAsync() => [.. (await AllAsync()).Keys.Where(key => key.Kind == KeyKind.Signing)];

    private static async Task DoneAsync(Task<KeyOutcome> act) => Assert.IsType<KeyOutcome.Done>(await act);
}
