using System.Net;
using System.Text;
using IwTune.Lab;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Hosting;

namespace IwTune.Server.Tests.Features.CheckIns;

public sealed class CheckInTests
{
    [Fact]
    public async Task A_host_without_a_policy_gets_nothing_then_a_bundle_then_nothing_again()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        Assert.Null(await host.TakeAsync());
        await api.PublishAsync(Api.Iw3, assign: "*");
        var bundle = await host.TakeAsync();
        Assert.Equal(3, Assert.Single(bundle!.Content.Windows).InitCwnd);
        Assert.Equal(1, bundle.Content.Revision);
        Assert.Null(await host.TakeAsync());
    }

    [Fact]
    public async Task A_waiting_check_in_is_woken_by_a_publication()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        var waiting = host.TakeAsync(wait: 20);
        await WaitingAsync(server, 1);
        Assert.False(waiting.IsCompleted);
        await api.PublishAsync(Api.Iw10, assign: "*");
        Assert.Equal(10, (await waiting)!.Content.Windows[0].InitCwnd);
    }

    [Fact]
    public async Task A_waiting_check_in_sleeps_through_a_publication_for_others()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync(labels: ("site", "fra"));
        var waiting = host.TakeAsync(wait: 20);
        await WaitingAsync(server, 1);
        await api.PublishAsync(Api.Iw10, assign: "site:ams");
        server.Clock.Advance(TimeSpan.FromSeconds(21));
        Assert.Null(await waiting);
    }

    [Fact]
    public async Task A_host_is_heard_when_its_check_in_arrives_and_not_when_its_wait_ends()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var waiting = host.TakeAsync(wait: 20);
        await WaitingAsync(server, 1);
        var known = server.Get<HostDirectory>().Find(host.Id)!;
        var heard = known.Presence.SeenAt;
        server.Clock.Advance(TimeSpan.FromSeconds(21));
        Assert.Null(await waiting);
        Assert.Equal(heard, known.Presence.SeenAt);
    }

    [Fact]
    public async Task A_check_in_that_a_later_one_overtook_does_not_bring_back_the_earlier_state()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        await host.TakeAsync();
        var (late, held) = (host.Counter + 1, host.Held);
        await api.PublishAsync(Api.Iw10);
        host.Counter++;
        await host.TakeAsync();
        (await host.CheckInAsync(hash: "later")).Dispose();
        var known = server.Get<HostDirectory>().Find(host.Id)!;
        var last = known.Presence;
        Assert.NotEqual(held, last.Held);

        host.Held = held;
        (await host.CheckInAsync(counter: late)).Dispose();
        Assert.Equal(last, known.Presence);

        // A machine that was restored from a snapshot goes on with lower numbers.
        server.Clock.Jump(TimeSpan.FromSeconds(56));
        (await host.CheckInAsync(counter: late)).Dispose();
        Assert.Equal(held, known.Presence.Held);
    }

    [Fact]
    public async Task A_wait_ends_with_204_and_gives_its_place_back()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var waiting = host.CheckInAsync(wait: 20);
        await WaitingAsync(server, 1);
        server.Clock.Advance(TimeSpan.FromSeconds(21));
        Assert.Equal(HttpStatusCode.NoContent, (await waiting).StatusCode);
        Assert.Equal(0, server.Get<Admission>().Waiting);
    }

    [Fact]
    public async Task Shutdown_lets_waiting_hosts_go()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var waiting = host.CheckInAsync(wait: 20);
        await WaitingAsync(server, 1);
        server.Get<IHostApplicationLifetime>().StopApplication();
        Assert.Equal(HttpStatusCode.NoContent, (await waiting).StatusCode);
    }

    [Fact]
    public async Task Beyond_the_places_a_host_is_told_when_to_come_back()
    {
        await using var server = await RunningServer.StartAsync(with: o => o with { MaxWaiting = 1 });
        var (first, second) = (await server.EnrolAsync("a"), await server.EnrolAsync("b"));
        var waiting = first.CheckInAsync(wait: 20);
        await WaitingAsync(server, 1);
        using var turnedAway = await second.CheckInAsync(wait: 20);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, turnedAway.StatusCode);
        Assert.InRange(turnedAway.Headers.RetryAfter!.Delta!.Value.TotalSeconds, 15, 75);
        server.Clock.Advance(TimeSpan.FromSeconds(21));
        await waiting;
    }

    [Fact]
    public async Task Unchanged_check_ins_write_nothing()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "*");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        await host.TakeAsync();
        await server.Get<PresenceWriter>().WriteAsync(all: true);
        await using var watcher = await Watcher.OpenAsync(server);
        await Until.TrueAsync(
            async () => await server.Running<VerdictSweep>().RunAsync(default) == 0,
            () => "there is always a host that is due"
        );
        var before = await watcher.VersionAsync();
        for (var i = 0; i < 200; i++)
            Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync()).StatusCode);
        Assert.Equal(before, await watcher.VersionAsync());
        Assert.Equal(0, await server.Get<PresenceWriter>().WriteAsync(all: false));
        Assert.Equal(1, await server.Get<PresenceWriter>().WriteAsync(all: true));
    }

    [Fact]
    public async Task A_bundle_past_half_its_life_is_renewed_with_a_later_end()
    {
        await using var server = await RunningServer.StartAsync(with: o => o with { BundleLife = TimeSpan.FromDays(7) });
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "*");
        var host = await server.EnrolAsync();
        var first = (await host.TakeAsync())!;
        server.Clock.Jump(TimeSpan.FromDays(3.4));
        Assert.Null(await host.TakeAsync());
        server.Clock.Jump(TimeSpan.FromDays(0.2));
        var second = (await host.TakeAsync())!;
        Assert.Equal(BundleDigest.Of(first.Content), BundleDigest.Of(second.Content));
        Assert.True(second.Expires > first.Expires);
        Assert.Null(await host.TakeAsync());
    }

    [Fact]
    public async Task A_rejected_bundle_is_not_sent_again_until_time_passes_or_another_is_published()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        await api.PublishAsync(Api.Iw10);
        var (kept, refused) = (host.Held, (await host.TakeAsync())!);
        host.Held = kept;
        var digest = BundleDigest.Of(refused.Content);

        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync(rejected: digest)).StatusCode);
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        Assert.Equal(HttpStatusCode.OK, (await host.CheckInAsync(rejected: digest)).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await host.CheckInAsync(rejected: digest)).StatusCode);
        await api.PublishAsync(Api.Iw10.Replace("10", "12", StringComparison.Ordinal));
        Assert.Equal(HttpStatusCode.OK, (await host.CheckInAsync(rejected: digest)).StatusCode);
    }

    [Fact]
    public async Task A_host_whose_policy_is_taken_away_is_told_to_put_everything_back()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        var assignment = Assert.Single(await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));
        (await api.DeleteAsync($"{FleetPaths.Assignment(assignment.Id)}?reason=over")).EnsureSuccessStatusCode();
        Assert.Empty((await host.TakeAsync())!.Content.Windows);
        Assert.Null(await host.TakeAsync());
    }

    [Fact]
    public async Task A_host_that_holds_a_higher_sequence_than_the_server_knows_still_gets_its_bundle()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        var host = await server.EnrolAsync();
        host.Held = new(4711, "sha256:of-a-server-restored-from-backup", DateTimeOffset.MaxValue);
        Assert.Equal(4712, (await host.TakeAsync())!.Sequence);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("{")]
    [InlineData("""{"held":null,"stateHash":"x","bootId":"","counter":1}""")]
    [InlineData("""{"held":null,"stateHash":"x","bootId":"b","counter":0}""")]
    public async Task A_check_in_that_cannot_be_read_is_refused(string body)
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        await (await host.Client.PostAsync(AgentPaths.CheckIn, Json(body))).ProblemAsync(HttpStatusCode.BadRequest);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("IwTune-Host nobody.secret")]
    [InlineData("IwTune-Host .")]
    [InlineData("Bearer x")]
    public async Task Nobody_checks_in_without_the_hosts_secret(string? authorization)
    {
        await using var server = await RunningServer.StartAsync();
        await server.EnrolAsync();
        foreach (var path in new[] { AgentPaths.CheckIn, AgentPaths.Reports, AgentPaths.Unenrol })
            await (
                await server
                    .Client(authorization)
                    .PostAsync(
                        path,
                        new StringContent("{}", Encoding.UTF8, path == AgentPaths.Reports ? "application/x-ndjson" : "application/json")
                    )
            ).ProblemAsync(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task The_secret_of_one_host_does_not_open_another()
    {
        await using var server = await RunningServer.StartAsync();
        var (a, b) = (await server.EnrolAsync("a"), await server.EnrolAsync("b"));
        using var mixed = server.Client($"{AgentPaths.HostScheme} {a.Id}.{b.Reply.HostSecret}");
        Assert.Equal(HttpStatusCode.Unauthorized, (await mixed.GetAsync(AgentPaths.Ping)).StatusCode);
    }

    private static StringContent Json(string body) => new(body, Encoding.UTF8, "application/json");

    /// <summary>Waits until this number of check-ins is held open, where the clock and a publication reach them.</summary>
    internal static Task WaitingAsync(RunningServer server, int count) =>
        Until.TrueAsync(
            () => server.Get<HeldCheckIns>().Count == count,
            () => $"{server.Get<HeldCheckIns>().Count} check-ins wait, not {count}"
        );
}
