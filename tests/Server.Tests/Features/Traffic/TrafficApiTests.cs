using System.Net;
using System.Text.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Model;

namespace IwTune.Server.Tests.Features.Traffic;

public sealed class TrafficApiTests
{
    private const string Other = "ipv4 main 10.0.0.0/8 via 192.0.2.9 dev eth1";

    [Fact]
    public async Task What_a_host_tells_adds_up_over_times_and_targets_and_the_latest_is_kept()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("a");
        var now = server.Clock.GetUtcNow();
        await host.DurableAsync(
            host.Line(Told.Of(now.AddMinutes(-10), 100, lost: 3)),
            host.Line(Told.Of(now.AddMinutes(-10), 5, target: Other, sampled: true))
        );
        await host.DurableAsync(host.Line(Told.Of(now, 40, bytes: 5_000, lost: 1)));
        var traffic = await TrafficAsync(api, FleetPaths.HostTraffic("a"));
        Assert.Equal(
            (145L, 145L, 4L, true),
            (traffic.Sum!.Profile.Connections, traffic.Sum.Profile.Judged, traffic.Sum.Profile.FirstFlightLoss, traffic.Sum.Sampled)
        );
        Assert.Equal(
            [(Told.Target, 140L), (Other, 5L)],
            traffic.Targets.Select(target => (target.TargetId, target.Time.Profile.Connections))
        );
        Assert.Equal(
            [(Told.Target, 40L), (Other, 5L)],
            traffic.Latest.Select(target => (target.TargetId, target.Time.Profile.Connections))
        );
        Assert.Equal(new Dictionary<int, long> { [Histogram.Slot(30_000)] = 105, [Histogram.Slot(5_000)] = 40 }, traffic.Sum.Profile.Bytes);
        Assert.Equal(now.ToUnixTimeMilliseconds(), traffic.Sum.Until.ToUnixTimeMilliseconds());
        Assert.Equal(now.AddMinutes(-15).ToUnixTimeMilliseconds(), traffic.Sum.Since.ToUnixTimeMilliseconds());
    }

    [Fact]
    public async Task Evidence_is_kept_without_its_distributions()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("a");
        await host.DurableAsync(host.Line(Told.Of(server.Clock.GetUtcNow(), 7)));
        var detail = JsonSerializer.Deserialize(await api.GetStringAsync(FleetPaths.Host("a")), HostsJson.Default.HostDetail)!;
        Assert.Equal((7L, null), (Assert.Single(detail.Evidence).Passive!.Closed, detail.Evidence[0].Passive!.Profile));
    }

    [Fact]
    public async Task A_line_that_is_sent_twice_counts_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("a");
        var line = host.Line(Told.Of(server.Clock.GetUtcNow(), 7));
        await host.DurableAsync(line);
        await host.DurableAsync(line);
        Assert.Equal(7, (await TrafficAsync(api, FleetPaths.HostTraffic("a"))).Sum!.Profile.Connections);
    }

    [Fact]
    public async Task Days_are_kept_apart_and_the_oldest_are_forgotten()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("a");
        var now = server.Clock.GetUtcNow();
        await host.DurableAsync(
            host.Line(Told.Of(now.AddDays(-34), 1)),
            host.Line(Told.Of(now.AddDays(-3), 10)),
            host.Line(Told.Of(now.AddDays(-40), 1000))
        );
        Assert.Equal(11, (await TrafficAsync(api, FleetPaths.HostTraffic("a") + "?days=35")).Sum!.Profile.Connections);
        Assert.Equal(10, (await TrafficAsync(api, FleetPaths.HostTraffic("a"))).Sum!.Profile.Connections);
        Assert.Null((await TrafficAsync(api, FleetPaths.HostTraffic("a") + "?days=1")).Sum);
        server.Clock.Jump(TimeSpan.FromDays(2));
        await host.DurableAsync(host.Line(Told.Of(server.Clock.GetUtcNow(), 100)));
        Assert.Equal(2L, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from traffic_days")));
    }

    [Fact]
    public async Task A_clock_that_is_ahead_tells_of_now()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("a");
        await host.DurableAsync(host.Line(Told.Of(server.Clock.GetUtcNow().AddYears(3), 7)));
        var traffic = await TrafficAsync(api, FleetPaths.HostTraffic("a") + "?days=1");
        Assert.True(traffic.Sum!.Until <= server.Clock.GetUtcNow());
    }

    [Fact]
    public async Task A_day_of_a_host_has_room_for_so_many_targets()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("a");
        var now = server.Clock.GetUtcNow();
        await host.DurableAsync([
            .. Enumerable.Range(0, 300).Select(i => host.Line(Told.Of(now, 1, target: $"ipv4 main 10.{i / 250}.{i % 250}.0/24"))),
        ]);
        Assert.Equal(256, (await TrafficAsync(api, FleetPaths.HostTraffic("a"))).Targets.Count);
    }

    [Fact]
    public async Task Hosts_are_merged_by_label_by_policy_and_by_a_filter()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        foreach (var (name, site, connections) in new[] { ("a", "fra", 10L), ("b", "fra", 20L), ("c", "ams", 40L), ("d", "", 0L) })
        {
            var host = await server.EnrolAsync(name, labels: site.Length > 0 ? [("site", site)] : []);
            if (connections > 0)
                await host.DurableAsync(host.Line(Told.Of(server.Clock.GetUtcNow(), connections, lost: 1)));
        }
        Assert.Equal([("", 4, 3, 70L, 3L)], await GroupsAsync(api, ""));
        Assert.Equal([("", 1, 0, 0L, 0L), ("ams", 1, 1, 40L, 1L), ("fra", 2, 2, 30L, 2L)], await GroupsAsync(api, "?by=label:site"));
        Assert.Equal([("", 2, 2, 30L, 2L)], await GroupsAsync(api, "?q=site:fra"));
        Assert.Equal([("", 4, 3, 70L, 3L)], await GroupsAsync(api, "?by=policy"));
    }

    [Theory]
    [InlineData("/api/v1/traffic?days=0")]
    [InlineData("/api/v1/traffic?days=36")]
    [InlineData("/api/v1/traffic?by=moon")]
    [InlineData("/api/v1/traffic?by=label:")]
    [InlineData("/api/v1/traffic?q=a:b:")]
    [InlineData("/api/v1/hosts/a/traffic?days=36")]
    public async Task What_is_not_understood_is_refused(string path)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("a");
        using var answer = await api.GetAsync(path);
        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
    }

    [Fact]
    public async Task A_host_that_is_not_known_has_no_traffic_and_a_silent_one_none_yet()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.GetAsync(FleetPaths.HostTraffic("nobody"));
        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
        await server.EnrolAsync("a");
        Assert.Null((await TrafficAsync(api, FleetPaths.HostTraffic("a"))).Sum);
    }

    private static async Task<HostTraffic> TrafficAsync(HttpClient api, string path) =>
        JsonSerializer.Deserialize(await api.GetStringAsync(path), AdministrationJson.Default.HostTraffic)!;

    private static async Task<IReadOnlyList<(string Name, int Hosts, int Telling, long Connections, long Lost)>> GroupsAsync(
        HttpClient api,
        string query
    )
    {
        var fleet = JsonSerializer.Deserialize(
            await api.GetStringAsync(FleetPaths.Traffic + query),
            AdministrationJson.Default.FleetTraffic
        )!;
        return
        [
            .. fleet.Groups.Select(group =>
                (group.Name, group.Hosts, group.Telling, group.Sum?.Profile.Connections ?? 0, group.Sum?.Profile.FirstFlightLoss ?? 0)
            ),
        ];
    }
}
