using System.Net;
using System.Net.Http.Json;
using AngleSharp.Html.Dom;
using IwTune.Lab;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Compliance.Exports;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance;

public sealed class ComplianceApiTests
{
    private static readonly string Now = FleetPaths.Compliance;

    private static Task<FleetCompliance> AskAsync(HttpClient api, string query = "") =>
        api.GetAsync(Now + query, ComplianceJson.Default.FleetCompliance);

    private static Task SweepAsync(RunningServer server) =>
        Until.TrueAsync(
            async () =>
                await server.Database.ReadAsync(db =>
                    db.ValueAsync<long>("select count(*) from hosts h where not exists (select 1 from verdicts v where v.host_id = h.id)")
                ) == 0,
            () => "some host was not judged"
        );

    private static Task UntilAsync(HttpClient api, Verdict state) =>
        Until.TrueAsync(async () => (await AskAsync(api)).States[state] == 1, () => $"no host is {state}");

    [Fact]
    public async Task Counts_sum_to_the_fleet_and_name_every_verdict()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "site:fra");
        var host = await server.EnrolAsync("web-1", labels: ("site", "fra"));
        await server.EnrolAsync("web-2", labels: ("site", "ams"));
        await host.TakeAsync();
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(3, 3)));
        await SweepAsync(server);

        var found = await AskAsync(api);
        Assert.Equal((2, 2, 2), (found.Fleet, found.Matched, found.States.Values.Sum()));
        Assert.Equal(Enum.GetValues<Verdict>().Order(), found.States.Keys.Order());
        Assert.Equal((1, 1), (found.States[Verdict.Compliant], found.States[Verdict.NeverSeen]));
        Assert.Equal(1, found.Watermark.Silent);
        Assert.EndsWith("1 host had not reported.", found.Watermark.Sentence, StringComparison.Ordinal);
        Assert.Equal(["web-1", "web-2"], found.Hosts.Select(row => row.Name));
        Assert.Equal(("edge", 1, host.Held!.Digest), (found.Hosts[0].Policy, found.Hosts[0].Revision, found.Hosts[0].Digest));
        Assert.Equal("enrolled, but has not checked in yet", Assert.Single(found.Because).Reason);
        Assert.Equal(["ams", "fra"], (await AskAsync(api, "?by=site")).Groups.Select(group => group.Name));

        var some = await AskAsync(api, "?q=state:compliant%20site:fra");
        Assert.Equal((2, 1), (some.Fleet, some.Matched));
        // web-2 has not reported, and does not match.
        Assert.EndsWith("Every host that matches had reported.", some.Watermark.Sentence, StringComparison.Ordinal);
        var none = await AskAsync(api, "?q=site:nowhere");
        Assert.EndsWith("No host matched.", none.Watermark.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_exception_does_not_hide_that_a_host_has_not_reported()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "*");
        await server.EnrolAsync("web-1");
        var request = new ExceptionRequest
        {
            Host = "web-1",
            Reason = "moves to new hardware",
            Endless = true,
        };
        using (var granted = await api.PostAsJsonAsync(FleetPaths.Exceptions, request, ExceptionJson.Default.ExceptionRequest))
            granted.EnsureSuccessStatusCode();
        await server.Running<VerdictSweep>().RunAsync(default);

        // Counted by the store, and host by host.
        Assert.EndsWith("1 host had not reported and is excepted.", (await AskAsync(api)).Watermark.Sentence, StringComparison.Ordinal);
        var asked = await AskAsync(api, "?q=host:web-*");
        Assert.EndsWith("1 host that matches had not reported and is excepted.", asked.Watermark.Sentence, StringComparison.Ordinal);
        var onTime = asked.Controls.Single(control => control.Title == "Reports on time");
        Assert.Equal(1, onTime.Hosts[ControlResult.Fail]);
        using var export = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(await server.JudgedNowAsync()),
            ComplianceJson.Default.ExportRequest
        );
        Assert.EndsWith(
            "1 host had not reported and is excepted.",
            TakenApart.Of(await export.Content.ReadAsByteArrayAsync()).Manifest.Watermark.Sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Hosts_that_are_compliant_without_a_policy_are_named_among_the_reasons()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        await server.BothCompliantAsync(api);

        var none = await person.OpenAsync("/compliance?q=site:nowhere");
        Assert.DoesNotContain("All hosts are compliant", none.Body!.TextContent, StringComparison.Ordinal);
        foreach (var query in (string[])["", "?by=site", "?q=web"])
        {
            var found = await AskAsync(api, query);
            Assert.Equal((2, 1), (found.States[Verdict.Compliant], found.WithoutPolicy));
            var reason = Assert.Single(found.Because);
            Assert.Equal((Verdict.Compliant, "no policy is assigned", 1), (reason.Verdict, reason.Reason, reason.Hosts));
        }
        var page = await person.OpenAsync("/compliance");
        Assert.Contains("no policy is assigned", page.QuerySelector("[aria-labelledby=because]")!.TextContent, StringComparison.Ordinal);
        Assert.Contains(
            "Compliant hosts without a policy: 1",
            page.QuerySelector("[aria-labelledby=states]")!.TextContent,
            StringComparison.Ordinal
        );
        foreach (var open in new[] { page, await person.OpenAsync("/compliance?q=web") })
            Assert.Contains(
                ", at most 1 of them without a policy.",
                open.QuerySelector("[aria-labelledby=trend]")!.TextContent,
                StringComparison.Ordinal
            );
        Assert.Equal(["edge 1 100.0 %", "no policy 1 – 1 compliant without a policy"], Groups(page));
        Assert.Equal(["ams 1 – 1 compliant without a policy", "fra 1 100.0 %"], Groups(await person.OpenAsync("/compliance?by=site")));
        using var export = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(await server.JudgedNowAsync()),
            ComplianceJson.Default.ExportRequest
        );
        Assert.Contains(
            "1 host is Compliant only because no policy is assigned; the rows name none.",
            TakenApart.Of(await export.Content.ReadAsByteArrayAsync()).Text(ExportNames.Readme),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_host_that_is_held_at_a_revision_is_none_without_a_policy()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        await server.CompliantAsync(api);
        await api.HoldAsync("web-1");
        await Until.TrueAsync(
            async () => (await AskAsync(api)).Hosts.Any(row => row.Reason.Contains("held", StringComparison.OrdinalIgnoreCase)),
            () => "the hold is not in the reason"
        );

        var found = await AskAsync(api);
        Assert.Equal((1, 0), (found.States[Verdict.Compliant], found.WithoutPolicy));
        Assert.Contains(
            "The only host is compliant.",
            (await person.OpenAsync("/")).QuerySelector("main")!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Before_the_first_host_the_earliest_instant_is_offered()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var none = await AskAsync(api);
        Assert.Equal(0, none.Fleet);
        Assert.Null(none.FirstEnrolled);
        server.Clock.Advance(TimeSpan.FromMinutes(20));
        await server.EnrolAsync("web-1");
        server.Clock.Advance(TimeSpan.FromMinutes(20));

        var before = await AskAsync(api, $"?asOf={Instant(server.Clock.GetUtcNow().AddMinutes(-30))}");
        Assert.Equal(0, before.Fleet);
        var first = Assert.NotNull(before.FirstEnrolled);
        Assert.Equal(server.Clock.GetUtcNow().AddMinutes(-20), first, TimeSpan.FromMinutes(1));
        Assert.Equal(1, (await AskAsync(api, $"?asOf={Instant(first)}")).Fleet);
        Assert.Null((await AskAsync(api)).FirstEnrolled);

        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync($"/compliance?asOf={Instant(first.AddMinutes(-10))}");
        Assert.Contains("No host had enrolled by", page.QuerySelector("main")!.TextContent, StringComparison.Ordinal);
        var offered = await person.OpenAsync(page.QuerySelector("main .empty a.button")!.GetAttribute("href")!);
        Assert.Contains("1 host", offered.QuerySelector("main")!.TextContent, StringComparison.Ordinal);

        static string Instant(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'");
    }

    [Fact]
    public async Task A_past_instant_knows_hosts_that_left_and_not_those_that_joined_since()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var old = await server.EnrolAsync("old");
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        var then = server.Clock.GetUtcNow();
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        await Retire.RunAsync(server.Database, server.Get<HostDirectory>(), server.Clock, "user:test", HostScope.Fleet, old.Id, "scrapped");
        await server.EnrolAsync("new");

        Assert.Equal(["old"], (await AskAsync(api, $"?asOf={then:yyyy-MM-ddTHH:mm:ss.fffZ}")).Hosts.Select(host => host.Name));
        Assert.Equal(["new"], (await AskAsync(api)).Hosts.Select(host => host.Name));
        Assert.Equal(0, (await AskAsync(api, "?asOf=2001-01-01")).Fleet);
    }

    [Fact]
    public async Task Staleness_is_dated_by_its_rule()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await host.CheckInAsync();
        await UntilAsync(api, Verdict.Compliant);
        server.Clock.Jump(TimeSpan.FromMinutes(45));
        await UntilAsync(api, Verdict.Stale);

        var history = await api.GetAsync(FleetPaths.ComplianceHost(host.Id), ComplianceJson.Default.ComplianceHistory);
        var (stale, compliant) = (history.Changes[0], history.Changes[1]);
        Assert.Equal((Verdict.Stale, Verdict.Compliant), (stale.Verdict, compliant.Verdict));
        Assert.InRange(stale.At - compliant.At, TimeSpan.FromMinutes(4), TimeSpan.FromMinutes(6));
        Assert.True(stale.Written - stale.At > TimeSpan.FromMinutes(30));
    }

    [Fact]
    public async Task Pages_neither_repeat_nor_skip_a_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var token = await server.TokenAsync();
        foreach (var name in (string[])["e", "a", "d", "b", "c"])
            await TestHost.EnrolAsync(server, token, name);

        var (names, after) = (new List<string>(), "");
        do
        {
            var page = await AskAsync(api, $"?limit=2&after={after}");
            names.AddRange(page.Hosts.Select(host => host.Name));
            after = page.Next ?? "";
        } while (after.Length > 0);
        Assert.Equal(["a", "b", "c", "d", "e"], names);
    }

    [Fact]
    public async Task A_trend_follows_hosts_that_join_leave_and_change()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await host.CheckInAsync();
        await UntilAsync(api, Verdict.Compliant);
        server.Clock.Jump(TimeSpan.FromMinutes(45));
        await UntilAsync(api, Verdict.Stale);
        await server.EnrolAsync("late");

        var trend = await api.GetAsync($"{FleetPaths.ComplianceTrend}?points=21", ComplianceJson.Default.ComplianceTrend);
        Assert.Equal(21, trend.Points.Count);
        Assert.Equal(0, trend.Points[0].Hosts);
        var end = trend.Points[^1];
        Assert.Equal((2, 1, 1), (end.Hosts, end.States[Verdict.Stale], end.States[Verdict.NeverSeen]));
        Assert.All(trend.Points, point => Assert.Equal(point.Hosts, point.States.Values.Sum()));
    }

    [Theory]
    [InlineData("?asOf=yesterday", "asOf: 'yesterday' is not an instant")]
    [InlineData("?asOf=2999-01-01", "is in the future")]
    [InlineData("?q=state:fine", "is not a verdict")]
    [InlineData("?limit=0", "limit: 0 is outside 1..500")]
    public async Task What_makes_no_sense_is_refused_in_words(string query, string said)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync(Role.Viewer);
        using var answer = await api.GetAsync(Now + query);
        Assert.Contains(said, (await answer.ProblemAsync(HttpStatusCode.BadRequest)).Detail, StringComparison.Ordinal);
    }

    /// <summary>The rows of the groups, as text.</summary>
    private static IEnumerable<string> Groups(IHtmlDocument page) =>
        page.QuerySelectorAll("[aria-labelledby=groups] tbody tr")
            .Select(row => string.Join(' ', row.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)))
            .Order(StringComparer.Ordinal);
}
