using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Standing;

public sealed class DisturbanceTests
{
    private const string Route = "ipv4 main default via 192.0.2.1 dev eth0";

    [Fact]
    public async Task Who_changes_windows_is_counted_once_for_each_line_by_day_and_summed_over_hosts()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (one, two) = (await server.EnrolAsync("web-1", "m1", ("site", "fra")), await server.EnrolAsync("web-2", "m2"));
        var now = server.Clock.GetUtcNow();
        ReportLine[] lines = [.. Enumerable.Range(0, 41).Select(_ => Line(one, HostEventKind.Repaired, "NetworkManager", now))];
        await one.DurableAsync(lines);
        // Sent again, as after a lost answer.
        await one.DurableAsync(lines);
        await one.DurableAsync(
            lines[40],
            Line(one, HostEventKind.OwnerFights, "NetworkManager", now),
            Line(one, HostEventKind.Drifted, null, now)
        );
        await two.DurableAsync(
            Line(two, HostEventKind.Repaired, "NetworkManager", now),
            Line(two, HostEventKind.Repaired, "NetworkManager", now.AddDays(-2)),
            Line(two, HostEventKind.Applied, "nobody", now)
        );

        var today = await FleetAsync(api);
        Assert.Equal(["NetworkManager", ""], today.Writers.Select(writer => writer.Writer));
        Assert.Equal(
            (2, 42L, 0L, 1L),
            (today.Writers[0].Hosts, today.Writers[0].Repairs, today.Writers[0].Changes, today.Writers[0].Fights)
        );
        Assert.Equal((1, 1L), (today.Writers[1].Hosts, today.Writers[1].Changes));
        var week = (await FleetAsync(api, days: 7)).Writers[0];
        Assert.Equal(43, week.Repairs);
        Assert.Equal([42L, 1L], week.ByDay.Select(day => day.Repairs));
        Assert.Equal(41, Assert.Single((await FleetAsync(api, q: "site:fra")).Writers, writer => writer.Writer.Length > 0).Repairs);

        var host = await api.GetAsync(FleetPaths.HostDisturbances("web-1") + "?days=2", StandingJson.Default.HostDisturbances);
        Assert.Equal((Route, "NetworkManager", 41L), (host.Targets[0].Target, host.Targets[0].Writer, host.Targets[0].Repairs));
    }

    [Fact]
    public async Task A_host_whose_clock_is_ahead_tells_of_today_and_what_is_too_old_is_not_counted()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        var now = server.Clock.GetUtcNow();
        await host.DurableAsync(
            Line(host, HostEventKind.Repaired, "dhclient", now.AddYears(3)),
            Line(host, HostEventKind.Repaired, "dhclient", DateTimeOffset.UnixEpoch)
        );
        var writer = Assert.Single((await FleetAsync(api, days: 35)).Writers);
        Assert.Equal(1, writer.Repairs);
        Assert.InRange(
            Assert.Single(writer.ByDay).Day,
            DateOnly.FromDateTime(now.UtcDateTime),
            DateOnly.FromDateTime(server.Clock.GetUtcNow().UtcDateTime)
        );
        Assert.True(writer.Last <= server.Clock.GetUtcNow());
    }

    [Fact]
    public async Task A_host_that_names_no_end_of_writers_has_a_day_of_bounded_size_that_counts_them_all()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        var now = server.Clock.GetUtcNow();
        await host.DurableAsync([.. Enumerable.Range(0, 600).Select(i => Line(host, HostEventKind.Repaired, $"writer {i}", now))]);
        var fleet = await FleetAsync(api);
        Assert.Equal(600, fleet.Writers.Sum(writer => writer.Repairs));
        Assert.InRange(fleet.Writers.Count, 2, 257);
    }

    [Fact]
    public async Task Names_that_are_too_long_are_refused_as_a_whole()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        using var answer = await host.ReportAsync(Line(host, HostEventKind.Repaired, new string('x', 501), server.Clock.GetUtcNow()));
        Assert.Contains("event.writer", (await answer.ProblemAsync(System.Net.HttpStatusCode.BadRequest)).Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Days_that_are_not_kept_are_refused_with_the_bounds()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.GetAsync($"{FleetPaths.Disturbances}?days=0");
        var problem = await answer.ProblemAsync(System.Net.HttpStatusCode.BadRequest);
        Assert.Equal("The changes of windows were not read.", problem.Title);
        Assert.Equal("days: 0 is outside 1..35", problem.Detail);
    }

    private static Task<FleetDisturbances> FleetAsync(HttpClient api, int days = 2, string q = "") =>
        api.GetAsync($"{FleetPaths.Disturbances}?days={days}&q={Uri.EscapeDataString(q)}", StandingJson.Default.FleetDisturbances);

    private static ReportLine Line(TestHost host, HostEventKind kind, string? writer, DateTimeOffset at) =>
        host.Line(new HostEvent(kind, "", "it happened") { Writer = writer, Target = Route }) with
        {
            At = at,
        };
}
