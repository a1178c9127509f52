using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Keys;

public sealed class KeyRotationTests : IAsyncLifetime
{
    private RunningServer _server = null!;
    private HttpClient _api = null!;

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
        await _server.RotateAsync(KeyKind.Signing);
        Assert.Equal([KeyState.InUse, KeyState.Replaced], (await SigningAsync()).Select(key => key.State));

        Assert.NotNull((await first.TakeAsync())!.Trust);
        Assert.Equal(2, first.Keys.Count);
        await _server.AcknowledgedAsync(first);
        Assert.Equal(["web-2"], (await _api.FleetKeysAsync()).Stragglers.Select(host => host.Name));
        // A host that has not acknowledged is served, signed by its known key.
        await _api.PublishAsync(Api.Iw10);
        Assert.Equal(10, (await second.TakeAsync())!.Content.Windows[0].InitCwnd);
        await _server.AcknowledgedAsync(second);

        Assert.Equal([KeyState.InUse, KeyState.Retired], (await SigningAsync()).Select(key => key.State));
        Assert.False(File.Exists(Directory.File("signing.key")));
        Assert.NotNull(await first.TakeAsync());
        Assert.DoesNotContain(old, first.Keys);
        Assert.Single(first.Keys);
        await _api.PublishAsync(Api.Iw3);
        Assert.Equal(3, (await first.TakeAsync())!.Content.Windows[0].InitCwnd);
        Assert.Contains(
            (await _api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries,
            entry => entry is { Action: "key.retire", Actor: "server" }
        );
    }

    [Fact]
    public async Task A_host_that_joins_during_a_rotation_knows_both_keys_from_its_enrolment()
    {
        await JoinedAsync("web-1");
        await _server.RotateAsync(KeyKind.Signing);
        var late = await _server.EnrolAsync("late");
        Assert.Equal(2, late.Keys.Count);
        Assert.Equal(2, late.Reply.Trust!.Number);
        Assert.DoesNotContain((await _api.FleetKeysAsync()).Stragglers, host => host.Name == "late");
    }

    [Fact]
    public async Task A_key_that_leaked_is_dropped_by_each_host_that_hears_of_it_and_signs_for_those_alone_that_have_not()
    {
        var (hears, away) = (await JoinedAsync("hears"), await JoinedAsync("away"));
        var leaked = Assert.Single(hears.Keys);
        await _server.RevokeAsync(leaked.KeyId[..10]).DoneAsync();
        await _server.LookAtKeysAsync();
        Assert.NotNull(await hears.TakeAsync());
        Assert.DoesNotContain(leaked, hears.Keys);
        await _server.AcknowledgedAsync(hears);
        await _api.PublishAsync(Api.Iw10);
        using (var answer = await hears.CheckInAsync())
            Assert.DoesNotContain(
                (await answer.Content.ReadFromJsonAsync(WireJson.Default.Envelope))!.Signatures,
                signature => signature.KeyId == leaked.KeyId
            );

        var refused = Assert.IsType<KeyOutcome.LeavesBehind>(await _server.RetireAsync(leaked.KeyId));
        Assert.Equal(["away"], refused.Hosts.Select(host => host.Name));
        Assert.Equal(10, (await away.TakeAsync())!.Content.Windows[0].InitCwnd);
        Assert.DoesNotContain(leaked, away.Keys);
        await _server.AcknowledgedAsync(away);
        await _server.RetireAsync(leaked.KeyId).DoneAsync();
    }

    [Fact]
    public async Task A_CA_is_announced_first_and_used_when_the_one_before_is_retired()
    {
        var host = await JoinedAsync("web-1");
        var before = _server.Get<HeldKeys>().Authority;
        await _server.RotateAsync(KeyKind.Authority);
        Assert.Equal(before.Pem, await _server.Client().GetStringAsync(AgentPaths.Authority));
        var told = (await host.TakeAsync())!.Trust!;
        Assert.Equal(before.Pem, told.Authorities[0]);
        Assert.Equal(2, told.Authorities.Count);
        await _server.AcknowledgedAsync(host);
        await _server.RetireAsync(before.Id).DoneAsync();
        await _server.LookAtKeysAsync();

        Assert.Equal(told.Authorities[1], _server.Get<HeldKeys>().Authority.Pem);
        Assert.Equal(told.Authorities[1], File.ReadAllText(Directory.File("ca.pem")));
        Assert.Equal(told.Authorities[1], await _server.Client().GetStringAsync(AgentPaths.Authority));
        Assert.Equal(before.Pin, (await _api.FleetKeysAsync()).Fleet);
        await Assert.ThrowsAsync<HttpRequestException>(() => _server.Client(root: before.Pem).GetStringAsync(AgentPaths.Authority));
    }

    [Fact]
    public async Task A_server_that_starts_again_goes_on_with_its_keys()
    {
        var host = await JoinedAsync("web-1");
        await _server.RotateAsync(KeyKind.Signing);
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
        await _server.RotateAsync(KeyKind.Signing);
        Assert.Null((await old.TakeAsync())!.Trust);
        using (var answer = await old.CheckInAsync())
            Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode);
        await _server.WritePresencesAsync();
        Assert.Null(Assert.Single((await _api.FleetKeysAsync()).Stragglers).Acknowledged);
    }

    [Fact]
    public async Task What_cannot_be_done_is_refused_with_the_way_on()
    {
        var (signing, authority) = ((await SigningAsync())[0].Id, _server.Get<HeldKeys>().Authority.Id);
        foreach (
            var (refused, why) in ((Task<KeyOutcome>, string)[])
                [
                    (_server.RetireAsync(signing), "rotate signing"),
                    (_server.RetireAsync(authority), "rotate authority"),
                    (_server.RetireAsync("12"), "too short"),
                    (_server.RetireAsync("0123456789"), "keys list"),
                    (_server.RevokeAsync(authority), "rotate authority"),
                ]
        )
            Assert.Contains(why, Assert.IsType<KeyOutcome.Refused>(await refused).Why, StringComparison.Ordinal);
        // The server does not look in between: with no hosts it would retire the old key at once.
        await RotateKey.RunAsync(_server.StoredKeys(), Directory, KeyKind.Signing, "cli:root", "", _server.Clock).DoneAsync();
        Assert.IsType<KeyOutcome.Refused>(
            await RotateKey.RunAsync(_server.StoredKeys(), Directory, KeyKind.Signing, "cli:root", "", _server.Clock)
        );
        Assert.Equal(2, (await _api.FleetKeysAsync()).Number);
    }

    /// <summary>A host with an agent that acknowledges, and that holds its first bundle.</summary>
    private async Task<TestHost> JoinedAsync(string name)
    {
        var host = await _server.EnrolAsync(name);
        host.Trust = host.Reply.Trust!.Number;
        await _server.AcknowledgedAsync(host);
        return host;
    }

    private async Task<IReadOnlyList<FleetKey>> SigningAsync() =>
        [.. (await _api.FleetKeysAsync()).Keys.Where(key => key.Kind == KeyKind.Signing)];
}
