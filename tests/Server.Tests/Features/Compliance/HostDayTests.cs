using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Days;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance;

/// <summary>The evidence of one host on one day.</summary>
public sealed class HostDayTests
{
    [Fact]
    public async Task A_day_has_its_verdicts_events_and_revisions_and_begins_as_the_day_before_ended()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { StaleAfter = TimeSpan.FromDays(3) });
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        var host = await server.EnrolAsync("web-1", labels: ("site", "fra"));
        await host.TakeAsync();
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(10, 10)));
        await IsAsync(api, Verdict.Compliant);
        var first = server.Clock.GetUtcNow().UtcDateTime.Date;

        server.Clock.Jump(TimeSpan.FromDays(1));
        using var next = await server.ApiAsync();
        var drifted = host.Line(new HostEvent(HostEventKind.Drifted, "d", "a route differs")) with { At = server.Clock.GetUtcNow() };
        await host.DurableAsync(host.Line(host.State(10, 4)), drifted);
        await IsAsync(next, Verdict.Drifted);

        var (before, after) = (await DayAsync(next, first), await DayAsync(next, first.AddDays(1)));
        Assert.Null(before.Beginning);
        Assert.Equal(Verdict.Compliant, before.Changes[^1].Verdict);
        Assert.Contains(before.Events, one => one.Kind == "Enrolled");
        Assert.Equal(Verdict.Compliant, after.Beginning!.Verdict);
        Assert.Equal(Verdict.Drifted, after.Changes[^1].Verdict);
        Assert.Contains(after.Events, one => one.Text == "a route differs");
        Assert.Equal([new DayRevision("edge", 1, Api.Iw10)], after.Revisions);
        Assert.Equal(before.To, after.From);

        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var page = await person.OpenAsync($"/compliance/hosts/{host.Id}?day={first.AddDays(1):yyyy-MM-dd}");
        Assert.Contains("a route differs", page.Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_means_the_host_that_had_it_on_that_day()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var first = await server.EnrolAsync("web-1");
        var day = server.Clock.GetUtcNow().UtcDateTime.Date;
        server.Clock.Jump(TimeSpan.FromDays(1));
        using var next = await server.ApiAsync();
        using (
            var left = await next.PostAsJsonAsync(
                FleetPaths.HostRetire(first.Id),
                new ReasonRequest("new disk"),
                AdministrationJson.Default.ReasonRequest
            )
        )
            left.EnsureSuccessStatusCode();
        var second = await server.EnrolAsync("web-1", machine: "another");

        Assert.Equal(first.Id, (await DayAsync(next, day)).Id);
        using (var both = await next.GetAsync($"{FleetPaths.ComplianceHostDay("web-1")}?day={day.AddDays(1):yyyy-MM-dd}"))
        {
            var told = await both.ProblemAsync(HttpStatusCode.NotFound);
            Assert.StartsWith("2 hosts had the name 'web-1' on ", told.Title, StringComparison.Ordinal);
            Assert.Contains($"{first.Id} enrolled ", told.Detail, StringComparison.Ordinal);
            Assert.Contains(second.Id, told.Detail, StringComparison.Ordinal);
        }
        server.Clock.Jump(TimeSpan.FromDays(1));
        using var last = await server.ApiAsync();
        Assert.Equal(second.Id, (await DayAsync(last, day.AddDays(2))).Id);

        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var page = await person.OpenAsync($"/compliance/hosts/{first.Id}?day={day.AddDays(1):yyyy-MM-dd}");
        Assert.Contains($"iwtune fleet hosts day {first.Id} ", page.Body!.InnerHtml, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("?day=2026-02-30", "day")]
    [InlineData("?day=2999-01-01", "future")]
    [InlineData("?day=2026-01-01&zone=Mars", "zone")]
    [InlineData("", "day")]
    public async Task A_day_that_is_none_is_refused(string query, string because)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1");
        using var answer = await api.GetAsync(FleetPaths.ComplianceHostDay("web-1") + query);
        Assert.Contains(because, (await answer.ProblemAsync(HttpStatusCode.BadRequest)).Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_out_of_scope_is_not_shown()
    {
        await using var server = await RunningServer.StartAsync();
        await server.EnrolAsync("web-1", labels: ("site", "ams"));
        using var api = await server.ApiAsync(Role.Viewer, "site:fra");
        using var answer = await api.GetAsync(FleetPaths.ComplianceHostDay("web-1") + "?day=2026-01-01");
        await answer.ProblemAsync(HttpStatusCode.NotFound);
    }

    // 29 March 2026 has 23 hours in Berlin, 25 October 25. In Santiago the clock skips midnight on 6 September 2026.
    [Theory]
    [InlineData("2026-03-29", "Europe/Berlin", 23)]
    [InlineData("2026-10-25", "Europe/Berlin", 25)]
    [InlineData("2026-09-06", "America/Santiago", 23)]
    [InlineData("2026-10-25", "UTC", 24)]
    public void A_day_is_as_long_as_its_zone_has_it(string day, string zone, int hours)
    {
        var asked = DayQuestion.Parse(day, zone, TimeProvider.System).Day!;
        Assert.Equal(TimeSpan.FromHours(hours), TimeSpan.FromMilliseconds(asked.To - asked.From));
    }

    private static Task<HostDay> DayAsync(HttpClient api, DateTime day) =>
        api.GetAsync($"{FleetPaths.ComplianceHostDay("web-1")}?day={day:yyyy-MM-dd}", ComplianceJson.Default.HostDay);

    private static Task IsAsync(HttpClient api, Verdict verdict) =>
        Until.TrueAsync(
            async () =>
                (await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance)).States.GetValueOrDefault(verdict) == 1,
            () => $"the host is not {verdict}"
        );
}
