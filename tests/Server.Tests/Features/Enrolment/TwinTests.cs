using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Tests.Features.Enrolment;

/// <summary>A host enrols with the machine id of an enrolled host.</summary>
public sealed class TwinTests : IAsyncLifetime
{
    private static readonly TimeSpan Silence = TimeSpan.FromMinutes(6);

    private RunningServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await RunningServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task A_silent_member_is_replaced_by_the_host_that_has_its_secret()
    {
        var first = await _server.EnrolAsync("web-1", "machine-1");
        await first.TakeAsync();
        _server.Clock.Jump(Silence);
        var second = await AgainAsync(first, "web-1b");
        Assert.Equal(HttpStatusCode.Unauthorized, await PingAsync(first));
        Assert.Equal(HttpStatusCode.NoContent, await PingAsync(second));
    }

    [Fact]
    public async Task A_living_member_is_left_alone_even_by_the_host_that_has_its_secret()
    {
        var first = await _server.EnrolAsync("web-1", "machine-1");
        await AgainAsync(first, "web-1b");
        Assert.Equal(HttpStatusCode.NoContent, await PingAsync(first));
    }

    [Theory]
    [InlineData("")]
    [InlineData("nonsense")]
    [InlineData(".")]
    [InlineData("{id}.")]
    [InlineData("{id}.0000000000000000000000000000000000000000000")]
    [InlineData("00000000-0000-7000-8000-000000000000.{secret}")]
    public async Task A_machine_id_alone_replaces_no_member_whatever_else_is_said(string former)
    {
        var silent = await _server.EnrolAsync("web-1", "machine-1", ("site", "lon"));
        _server.Clock.Jump(Silence);
        var (id, secret) = (silent.Id, silent.Credential.Split('.')[1]);
        var said = former.Replace("{id}", id, StringComparison.Ordinal).Replace("{secret}", secret, StringComparison.Ordinal);
        using var answer = await _server
            .Client()
            .PostAsJsonAsync(
                AgentPaths.Enrol,
                new EnrolRequest(await _server.TokenAsync(labels: ("site", "fra")), TestHost.FactsOf("other", "machine-1"), said),
                WireJson.Default.EnrolRequest
            );
        answer.EnsureSuccessStatusCode();
        Assert.Equal(HttpStatusCode.NoContent, await PingAsync(silent));

        using var api = await _server.ApiAsync();
        var told = Assert.Single((await api.DetailAsync(id)).History, entry => entry.Kind == "SameMachine");
        Assert.DoesNotContain("other", told.Text.Replace("another", "", StringComparison.OrdinalIgnoreCase), StringComparison.Ordinal);
        Assert.Contains(
            $"web-1 ({id}, silent)",
            await _server.Database.ReadAsync(db =>
                db.ValueAsync<string>("select text from audit where action = 'host.enrol' order by number desc limit 1")
            ),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_secret_replaces_the_member_it_belongs_to_and_no_other_of_the_same_machine_id()
    {
        var mine = await _server.EnrolAsync("web-1", "machine-1");
        var other = await _server.EnrolAsync("web-2", "machine-1");
        _server.Clock.Jump(Silence);
        await AgainAsync(mine, "web-1b");
        Assert.Equal(HttpStatusCode.Unauthorized, await PingAsync(mine));
        Assert.Equal(HttpStatusCode.NoContent, await PingAsync(other));
    }

    [Fact]
    public async Task Without_its_secret_the_machine_of_a_held_member_waits_for_an_administrator_who_replaces_it()
    {
        using var api = await _server.ApiAsync();
        var held = await _server.EnrolAsync("web-1", "machine-1");
        await api.HoldAsync("web-1");
        _server.Clock.Jump(Silence);
        var asks = await TestHost.EnrolAsync(_server, await _server.TokenAsync(), "web-1b", "machine-1");
        Assert.NotNull(asks.Reply.WaitsUntil);
        Assert.Equal(HttpStatusCode.NoContent, await PingAsync(held));

        using var approved = await api.PostAsJsonAsync(
            FleetPaths.Approve,
            new PendingDecision("web-1b"),
            EnrolmentJson.Default.PendingDecision
        );
        approved.EnsureSuccessStatusCode();
        Assert.Equal(HttpStatusCode.Unauthorized, await PingAsync(held));
        Assert.NotNull((await api.DetailAsync(asks.Id)).Hold);
    }

    [Fact]
    public async Task A_hold_that_is_set_while_its_machine_enrols_again_is_not_passed_by()
    {
        await _server.EnrolAsync("web-1", "machine-1");
        var request = new EnrolRequest(await _server.TokenAsync(), TestHost.FactsOf("web-1b", "machine-1"));
        var by = new Publisher(
            _server.Database,
            _server.Get<Requirements>(),
            _server.Get<HostDirectory>(),
            _server.Clock,
            "user:anna",
            HostScope.Fleet,
            HostScope.Fleet
        );
        var answer = await Overtaking.RunAsync(
            _server.Database,
            () => SetHold.RunAsync(by, new("web-1", Reason: "changing providers")),
            () =>
                Enrol.HandleAsync(
                    new DefaultHttpContext(),
                    request,
                    _server.Database,
                    _server.Get<HostDirectory>(),
                    _server.Get<BundleSigner>(),
                    _server.Get<Requirements>(),
                    _server.Get<ServerOptions>(),
                    _server.Clock
                )
        );
        Assert.NotNull(Assert.IsType<Ok<EnrolReply>>(answer).Value!.WaitsUntil);
    }

    [Fact]
    public async Task A_host_takes_the_place_of_two_held_members_of_its_machine()
    {
        using var api = await _server.ApiAsync();
        await _server.EnrolAsync("web-1", "machine-1");
        await _server.EnrolAsync("web-2", "machine-1");
        await api.HoldAsync("web-1", reason: "the first");
        await api.HoldAsync("web-2", reason: "the second");
        _server.Clock.Jump(Silence);
        var asks = await TestHost.EnrolAsync(_server, await _server.TokenAsync(), "web-1b", "machine-1");
        using var approved = await api.PostAsJsonAsync(
            FleetPaths.Approve,
            new PendingDecision("web-1b"),
            EnrolmentJson.Default.PendingDecision
        );
        Assert.Equal(HttpStatusCode.OK, approved.StatusCode);
        Assert.Equal("the first", (await api.DetailAsync(asks.Id)).Hold!.Reason);
        Assert.Equal(1, await _server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from holds where ended_at is null")));
    }

    [Fact]
    public async Task A_held_member_that_enrols_again_while_it_is_alive_stays_held_under_both_identities()
    {
        using var api = await _server.ApiAsync();
        var held = await _server.EnrolAsync("web-1", "machine-1");
        await held.TakeAsync();
        await api.HoldAsync("web-1", reason: "changing providers");
        await api.PublishAsync(Api.Iw10, "*");
        var again = await AgainAsync(held, "web-1b");
        Assert.Equal(HttpStatusCode.NoContent, await PingAsync(held));
        foreach (var id in (string[])[held.Id, again.Id])
            Assert.Equal("changing providers", (await api.DetailAsync(id)).Hold!.Reason);
        Assert.Null((await api.DetailAsync(again.Id)).Summary.Policy);
        await api.ReleaseAsync(again.Id);
        Assert.NotNull((await api.DetailAsync(held.Id)).Hold);
    }

    [Fact]
    public async Task Beside_a_held_member_that_is_alive_no_host_enrols_without_an_administrator()
    {
        using var api = await _server.ApiAsync();
        var held = await _server.EnrolAsync("web-1", "machine-1");
        await api.HoldAsync("web-1");
        var asks = await TestHost.EnrolAsync(_server, await _server.TokenAsync(), "web-1b", "machine-1");
        Assert.NotNull(asks.Reply.WaitsUntil);
        Assert.Equal(HttpStatusCode.NoContent, await PingAsync(held));
    }

    [Fact]
    public async Task Machine_ids_are_shown_to_those_who_approve_hosts_and_to_nobody_else()
    {
        await _server.EnrolAsync("web-1", "machine-1");
        using var admin = await _server.ApiAsync();
        Assert.Equal("machine-1", (await admin.DetailAsync("web-1")).Facts.MachineId);
        foreach (var grant in (AccessGrant[])[new(Role.Viewer), new(Role.Operator), new(Role.Auditor), new(Role.Admin, "os:linux")])
        {
            using var other = await _server.ApiAsync(grant);
            Assert.Equal("", (await other.DetailAsync("web-1")).Facts.MachineId);
        }
        await TestHost.EnrolAsync(
            _server,
            await _server.TokenAsync(new CreateTokenRequest { Kind = TokenKind.Enrolment, Approve = true }),
            "web-2",
            "machine-2"
        );
        using var auditor = await _server.ApiAsync(Role.Auditor);
        Assert.DoesNotContain("machine-2", await auditor.GetStringAsync(FleetPaths.Pending), StringComparison.Ordinal);
        Assert.Contains("machine-2", await admin.GetStringAsync(FleetPaths.Pending), StringComparison.Ordinal);
    }

    private async Task<TestHost> AgainAsync(TestHost former, string name) =>
        await TestHost.EnrolAsync(_server, await _server.TokenAsync(), TestHost.FactsOf(name, former.Facts.MachineId), former);

    private static async Task<HttpStatusCode> PingAsync(TestHost host)
    {
        using var answer = await host.Client.GetAsync(AgentPaths.Ping);
        return answer.StatusCode;
    }
}
