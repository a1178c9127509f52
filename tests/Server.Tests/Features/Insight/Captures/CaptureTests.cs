using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using IwTune.Server.Features.Insight.Captures;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Insight.Captures;

public sealed class CaptureTests
{
    [Fact]
    public async Task An_attached_capture_is_listed_read_back_audited_and_removed()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();

        using var answer = await PostAsync(api, TwoArms.Capture);
        Assert.Equal(HttpStatusCode.Created, answer.StatusCode);
        var made = await answer.ReadAsync(InsightJson.Default.CaptureSummary);
        Assert.Equal(["IW 3", "IW 10"], made.Arms);
        Assert.Equal(made.Id, Assert.Single(await api.GetAsync(FleetPaths.Captures, InsightJson.Default.IReadOnlyListCaptureSummary)).Id);
        Assert.Equal(
            JsonSerializer.Serialize(TwoArms.Capture, InsightJson.Default.Capture),
            JsonSerializer.Serialize(
                await api.GetAsync(FleetPaths.Capture(made.Id), InsightJson.Default.Capture),
                InsightJson.Default.Capture
            )
        );

        using var removed = await api.DeleteAsync(FleetPaths.Capture(made.Id));
        Assert.Equal(HttpStatusCode.NoContent, removed.StatusCode);
        using var again = await api.DeleteAsync(FleetPaths.Capture(made.Id));
        await again.ProblemAsync(HttpStatusCode.NotFound);
        Assert.Empty(await api.GetAsync(FleetPaths.Captures, InsightJson.Default.IReadOnlyListCaptureSummary));
        var audit = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Equal(
            ["capture.remove", "capture.add"],
            audit.Entries.Select(entry => entry.Action).Where(action => action.StartsWith("capture.", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task Who_may_only_look_neither_attaches_nor_removes()
    {
        await using var server = await RunningServer.StartAsync();
        var made = await AttachAsync(server);
        var reader = await server.ApiAsync(Role.Viewer);

        using var attached = await PostAsync(reader, TwoArms.Capture);
        await attached.ProblemAsync(HttpStatusCode.Forbidden);
        using var removed = await reader.DeleteAsync(FleetPaths.Capture(made.Id));
        await removed.ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Single(await reader.GetAsync(FleetPaths.Captures, InsightJson.Default.IReadOnlyListCaptureSummary));
        using var stranger = await server.Client().GetAsync(FleetPaths.Captures);
        Assert.Equal(HttpStatusCode.Unauthorized, stranger.StatusCode);
    }

    [Fact]
    public async Task A_broken_capture_is_refused_with_every_problem()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        using var answer = await PostAsync(api, TwoArms.Capture with { Title = "", RttMicroseconds = -1 });
        var problem = await answer.ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Contains("title:", problem.Detail, StringComparison.Ordinal);
        Assert.Contains("rttMicroseconds:", problem.Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{")]
    [InlineData("null")]
    [InlineData("""{"format":"iwtune-capture/1"}""")]
    [InlineData(
        """{"format":"iwtune-capture/1","title":"t","taken":"2026-01-01T00:00:00Z","sizeBytes":1,"rttMicroseconds":1,"arms":[{"name":"a","received":[{"at":1.5,"bytes":1}]}]}"""
    )]
    public async Task What_is_no_capture_is_a_bad_request(string body)
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        using var answer = await api.PostAsync(FleetPaths.Captures, new StringContent(body, Encoding.UTF8, "application/json"));
        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
    }

    [Fact]
    public async Task One_that_is_too_long_is_not_read()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        api.DefaultRequestHeaders.ExpectContinue = true;
        using var answer = await api.PostAsync(
            FleetPaths.Captures,
            new StringContent(new string(' ', CaptureRules.MostBytes + 1), Encoding.UTF8, "application/json")
        );
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, answer.StatusCode);
    }

    [Fact]
    public async Task A_full_server_keeps_what_it_has()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await server.ApiAsync();
        var first = await AttachAsync(server);
        for (var i = 1; i < AddCapture.Most; i++)
            await AttachAsync(server);
        using var answer = await PostAsync(api, TwoArms.Capture);
        await answer.ProblemAsync(HttpStatusCode.Conflict);
        var kept = await api.GetAsync(FleetPaths.Captures, InsightJson.Default.IReadOnlyListCaptureSummary);
        Assert.Equal(AddCapture.Most, kept.Count);
        Assert.Contains(kept, capture => capture.Id == first.Id);
    }

    [Fact]
    public async Task The_audit_chain_holds_after_captures_came_and_went()
    {
        await using var server = await RunningServer.StartAsync();
        var made = await AttachAsync(server);
        await RemoveCapture.RunAsync(server.Database, server.Clock, "test", made.Id);
        var checkedChain = await (await server.ApiAsync()).GetAsync(FleetPaths.AuditVerify, AuditJson.Default.AuditVerification);
        Assert.True(checkedChain.Intact, checkedChain.Text);
    }

    [Fact]
    public async Task A_person_attaches_a_file_sees_it_and_removes_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        using var attached = await SendFileAsync(person, JsonSerializer.Serialize(TwoArms.Capture, InsightJson.Default.Capture));
        Assert.Equal(HttpStatusCode.Redirect, attached.StatusCode);
        var address = attached.Headers.Location!.ToString();
        var page = await person.OpenAsync(address);
        Assert.Contains("attached", page.QuerySelector(".notice-good")!.TextContent, StringComparison.Ordinal);
        Assert.Equal(["IW 3", "IW 10"], page.QuerySelectorAll("section[aria-labelledby=arms] tbody th").Select(cell => cell.TextContent));
        Assert.Equal(TwoArms.Capture.Title, (await person.OpenAsync("/insight")).QuerySelector(".row-link")!.TextContent);

        using var removed = await person.SubmitAsync($"{address}/remove", "remove");
        Assert.Equal("/insight", removed.Headers.Location!.ToString());
        await person.OpenAsync(address, HttpStatusCode.NotFound);
        Assert.NotNull((await person.OpenAsync("/insight")).QuerySelector(".empty"));
    }

    [Fact]
    public async Task Both_ends_and_the_sequence_of_each_arm_are_drawn_with_a_sentence_and_the_numbers_behind()
    {
        await using var server = await RunningServer.StartAsync();
        var made = await AttachAsync(server);
        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync(CaptureAddress.Page(made.Id));
        Assert.Equal(
            ["At the sender: bytes over time", "At the receiver: bytes over time", "IW 3: sequence", "IW 10: sequence"],
            page.QuerySelectorAll("figure.chart svg[role=img] title").Select(title => title.TextContent)
        );
        Assert.Contains(
            "IW 3: 18.824 kB had arrived after 300 ms, in 3 flights",
            page.QuerySelectorAll("figcaption")[1].TextContent,
            StringComparison.Ordinal
        );
        Assert.Contains("1 dropped, 1 retransmitted", page.QuerySelectorAll("figcaption")[3].TextContent, StringComparison.Ordinal);
        Assert.Equal(2, page.QuerySelectorAll("section[aria-labelledby=points] details").Length);
        Assert.Contains(page.QuerySelectorAll("section[aria-labelledby=points] td"), cell => cell.TextContent == "retransmitted from");
        Assert.Empty(page.QuerySelectorAll("[style], svg style"));
    }

    [Theory]
    [InlineData("", "Choose a file")]
    [InlineData("{ no json", "not a valid capture (JSON)")]
    [InlineData("""{"format":"x","title":"t","taken":"2026-01-01T00:00:00Z","sizeBytes":1,"rttMicroseconds":1,"arms":[]}""", "format:")]
    public async Task A_file_that_is_no_capture_is_told_beside_the_field(string text, string expected)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var answer = await SendFileAsync(person, text);
        Assert.Contains(
            expected,
            (await Person.ReadAsync(answer)).QuerySelector("#capture-file-problem")!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("page.exe", true)]
    [InlineData("page.json.html", true)]
    [InlineData("json", true)]
    [InlineData("PAGE.JSON", false)]
    public async Task A_file_with_another_extension_is_refused_although_it_is_a_capture(string name, bool refused)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var answer = await SendFileAsync(person, JsonSerializer.Serialize(TwoArms.Capture, InsightJson.Default.Capture), name);
        if (refused)
            Assert.Contains(
                "does not end in .json",
                (await Person.ReadAsync(answer)).QuerySelector("#capture-file-problem")!.TextContent,
                StringComparison.Ordinal
            );
        Assert.Equal(refused ? 0 : 1, await server.Database.ReadAsync(CaptureQueries.CountAsync));
    }

    [Fact]
    public async Task A_reader_sees_captures_and_no_form()
    {
        await using var server = await RunningServer.StartAsync();
        var made = await AttachAsync(server);
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var page = await person.OpenAsync("/insight");
        Assert.NotNull(page.QuerySelector(".row-link"));
        Assert.Null(page.QuerySelector("input[type=file]"));
        Assert.Null((await person.OpenAsync(CaptureAddress.Page(made.Id))).QuerySelector($"a[href='{CaptureAddress.Removal(made.Id)}']"));
        using var removal = await person.GetAsync(CaptureAddress.Removal(made.Id));
        Assert.Equal(HttpStatusCode.Forbidden, removal.StatusCode);
    }

    private static async Task<CaptureSummary> AttachAsync(RunningServer server) =>
        (await AddCapture.RunAsync(server.Database, server.Clock, "test", TwoArms.Capture))!;

    private static Task<HttpResponseMessage> PostAsync(HttpClient api, Capture capture) =>
        api.PostAsJsonAsync(FleetPaths.Captures, capture, InsightJson.Default.Capture);

    private static async Task<HttpResponseMessage> SendFileAsync(Person person, string text, string name = "page.json")
    {
        var page = await person.OpenAsync("/insight");
        using var form = new MultipartFormDataContent();
        foreach (var input in page.QuerySelectorAll("form[enctype] input[type=hidden]"))
            form.Add(new StringContent(input.GetAttribute("value")!), input.GetAttribute("name")!);
        form.Add(new StringContent(text, Encoding.UTF8, "application/json"), "File", name);
        return await person.Http.PostAsync("/insight", form);
    }
}
