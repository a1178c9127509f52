using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using IwTune.Server.Features.Insight.Surveys;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Insight.Surveys;

public sealed class SurveyTests
{
    [Fact]
    public async Task An_attached_survey_is_listed_read_back_audited_and_removed()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        var survey = Surveyed.On(0, Surveyed.Exact("b.example", 10), Surveyed.AtLeast("a.example", 8), Surveyed.Unread("c.example"));

        using var answer = await PostAsync(api, survey);
        Assert.Equal(HttpStatusCode.Created, answer.StatusCode);
        var made = await answer.ReadAsync(InsightJson.Default.SurveySummary);
        Assert.Equal((3, 2, survey.Started), (made.Services, made.Read, made.Started));
        Assert.Equal(made, Assert.Single(await api.GetAsync(FleetPaths.Surveys, InsightJson.Default.IReadOnlyListSurveySummary)));
        Assert.Equal(
            JsonSerializer.Serialize(survey, InsightJson.Default.Survey),
            JsonSerializer.Serialize(await api.GetAsync(FleetPaths.Survey(made.Id), InsightJson.Default.Survey), InsightJson.Default.Survey)
        );

        using var removed = await api.DeleteAsync(FleetPaths.Survey(made.Id));
        Assert.Equal(HttpStatusCode.NoContent, removed.StatusCode);
        using var again = await api.DeleteAsync(FleetPaths.Survey(made.Id));
        await again.ProblemAsync(HttpStatusCode.NotFound);
        using var gone = await api.GetAsync(FleetPaths.Survey(made.Id));
        await gone.ProblemAsync(HttpStatusCode.NotFound);
        Assert.Empty(await HostsAsync(api));
        var audit = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Equal(
            ["survey.remove", "survey.add"],
            audit.Entries.Select(entry => entry.Action).Where(action => action.StartsWith("survey.", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task Each_service_has_its_latest_reading_and_the_last_number_before_it()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        // The latest is the one that was read last, in whatever order they are attached.
        await AttachAsync(server, Surveyed.On(2, Surveyed.Exact("a.example", 10), Surveyed.Unread("b.example")));
        await AttachAsync(
            server,
            Surveyed.On(0, Surveyed.Exact("a.example", 4), Surveyed.Exact("b.example", 32), Surveyed.Exact("c.example", 7))
        );
        await AttachAsync(server, Surveyed.On(1, Surveyed.Unread("a.example"), Surveyed.AtLeast("c.example", 5)));

        var services = await HostsAsync(api);
        Assert.Equal(["a.example:443", "b.example:443", "c.example:443"], services.Select(service => service.Name));
        Assert.Equal([10, null, 5], services.Select(service => service.Reading.Segments));
        Assert.Equal([4, 32, 7], services.Select(service => service.Before?.Segments));
        Assert.Equal([true, false, false], services.Select(service => service.Changed));
    }

    [Fact]
    public async Task A_survey_that_is_attached_twice_hides_no_change()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        await AttachAsync(server, Surveyed.On(0, Surveyed.Exact("a.example", 4)));
        for (var i = 0; i < 2; i++)
            await AttachAsync(server, Surveyed.On(1, Surveyed.Exact("a.example", 10)));
        var host = Assert.Single(await HostsAsync(api));
        Assert.Equal((10, 4, true), (host.Reading.Segments, host.Before?.Segments, host.Changed));
    }

    [Fact]
    public async Task Who_may_only_look_neither_attaches_nor_removes()
    {
        await using var server = await RunningServer.StartAsync();
        var made = await AttachAsync(server, Surveyed.On(0, Surveyed.Exact("a.example", 10)));
        var reader = await server.ApiAsync(Role.Viewer);

        using var attached = await PostAsync(reader, Surveyed.On(1, Surveyed.Exact("a.example", 10)));
        await attached.ProblemAsync(HttpStatusCode.Forbidden);
        using var removed = await reader.DeleteAsync(FleetPaths.Survey(made.Id));
        await removed.ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Single(await HostsAsync(reader));
        using var stranger = await server.Client().GetAsync(FleetPaths.SurveyedHosts);
        Assert.Equal(HttpStatusCode.Unauthorized, stranger.StatusCode);
    }

    [Fact]
    public async Task A_broken_survey_is_refused_with_every_problem()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        using var answer = await PostAsync(api, Surveyed.On(0, Surveyed.Exact("a.example", 0) with { Port = 0 }));
        var problem = await answer.ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Contains("readings[0].segments:", problem.Detail, StringComparison.Ordinal);
        Assert.Contains("readings[0].port:", problem.Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{")]
    [InlineData("null")]
    [InlineData("""{"format":"iwtune-survey/1"}""")]
    [InlineData("""{"format":"iwtune-survey/1","started":"2026-01-01T00:00:00Z","readings":[{}]}""")]
    public async Task What_is_no_survey_is_a_bad_request(string body)
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        using var answer = await api.PostAsync(FleetPaths.Surveys, new StringContent(body, Encoding.UTF8, "application/json"));
        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
    }

    [Fact]
    public async Task A_full_server_keeps_what_it_has()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        for (var i = 0; i < AddSurvey.Most; i++)
            await AttachAsync(server, Surveyed.On(i, Surveyed.Exact("a.example", 10)));
        using var answer = await PostAsync(api, Surveyed.On(AddSurvey.Most, Surveyed.Exact("a.example", 4)));
        await answer.ProblemAsync(HttpStatusCode.Conflict);
        Assert.Equal(10, Assert.Single(await HostsAsync(api)).Reading.Segments);
    }

    [Fact]
    public async Task The_largest_survey_is_kept_whole()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        var largest = Surveyed.On(
            0,
            [.. Enumerable.Range(1, SurveyRules.MostReadings).Select(port => Surveyed.Exact("a.example", 10) with { Port = port })]
        );
        using var answer = await PostAsync(api, largest);
        Assert.Equal(HttpStatusCode.Created, answer.StatusCode);
        Assert.Equal(SurveyRules.MostReadings, (await HostsAsync(api)).Count);
    }

    [Fact]
    public async Task The_page_shows_the_readings_beside_the_published_windows()
    {
        await using var server = await RunningServer.StartAsync();
        await AttachAsync(server, Surveyed.On(0, Surveyed.Exact("a.example", 4), Surveyed.AtLeast("b.example", 8)));
        await AttachAsync(server, Surveyed.On(1, Surveyed.Exact("a.example", 10), Surveyed.Unread("c.example")));
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var page = await person.OpenAsync("/insight/surveys");
        Assert.Equal(
            [
                "a.example:443 10 was 4 65,535 B 21 ms",
                "b.example:443 ≥ 8 – unknown 21 ms",
                "c.example:443 not read c.example has no address.",
            ],
            page.QuerySelectorAll("section[aria-labelledby=services] tbody tr")
                .Select(row => string.Join(' ', row.Children.SkipLast(1).Select(cell => cell.TextContent.Trim())))
        );
        Assert.Equal(
            ["Network", "2011", "Aug 2014", "Feb 2017"],
            page.QuerySelectorAll("section[aria-labelledby=published] thead th").Select(head => head.TextContent)
        );
        Assert.NotNull(page.QuerySelector("section[aria-labelledby=published] a[href^='https://www.cdnplanet.com/']"));
        Assert.Equal(2, page.QuerySelectorAll("section[aria-labelledby=attached] tbody tr").Length);
        Assert.NotNull((await person.OpenAsync("/insight")).QuerySelector("a[href='/insight/surveys']"));
    }

    [Fact]
    public async Task Many_services_are_shown_a_page_at_a_time()
    {
        await using var server = await RunningServer.StartAsync();
        await AttachAsync(
            server,
            Surveyed.On(0, [.. Enumerable.Range(0, 150).Select(number => Surveyed.Exact($"h{number:000}.example", 10))])
        );
        using var person = await Person.SignedInAsync(server);
        var first = await person.OpenAsync("/insight/surveys");
        var second = await person.OpenAsync(first.QuerySelector("a[rel=next]")!.GetAttribute("href")!);
        Assert.Equal((100, 50), (Names(first).Count, Names(second).Count));
        Assert.Equal("h100.example:443", Names(second)[0]);
        Assert.Null(second.QuerySelector("a[rel=next]"));
    }

    [Fact]
    public async Task Without_a_survey_the_page_says_how_to_make_one()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync("/insight/surveys");
        Assert.Contains("sudo iwtune survey hosts.txt --push", page.QuerySelector(".empty")!.TextContent, StringComparison.Ordinal);
        Assert.Null(page.QuerySelector("section[aria-labelledby=attached]"));
    }

    private static List<string> Names(AngleSharp.Html.Dom.IHtmlDocument page) =>
        [.. page.QuerySelectorAll("section[aria-labelledby=services] tbody th").Select(cell => cell.TextContent)];

    private static async Task<SurveySummary> AttachAsync(RunningServer server, Survey survey) =>
        (await AddSurvey.RunAsync(server.Database, server.Clock, "test", survey))!;

    private static Task<IReadOnlyList<SurveyedHost>> HostsAsync(HttpClient api) =>
        api.GetAsync(FleetPaths.SurveyedHosts, InsightJson.Default.IReadOnlyListSurveyedHost);

    private static Task<HttpResponseMessage> PostAsync(HttpClient api, Survey survey) =>
        api.PostAsJsonAsync(FleetPaths.Surveys, survey, InsightJson.Default.Survey);
}
