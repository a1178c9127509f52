using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Tests.Features.Exceptions;

public sealed class ExceptionApiTests
{
    [Fact]
    public async Task An_excepted_host_is_not_judged_and_still_receives_what_its_policy_asks()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, "*");
        var host = await DriftedAsync(server);
        await VerdictAsync(server, api, host.Id, Verdict.Drifted);

        var granted = await GrantAsync(
            api,
            new()
            {
                Host = "web-1",
                Reason = "moves to new hardware",
                Ticket = "CHG-1",
                Until = server.Clock.GetUtcNow().AddDays(3),
            }
        );

        Assert.Equal(
            ("web-1", 1, ExceptionState.EndsSoon, $"id:{host.Id}"),
            (granted.Host, granted.Hosts, granted.State, granted.Selector)
        );
        var excepted = await VerdictAsync(server, api, host.Id, Verdict.Excepted);
        Assert.Contains("moves to new hardware (CHG-1)", excepted.Summary.Reason, StringComparison.Ordinal);
        Assert.Equal(granted.Id, Assert.Single(excepted.Exceptions).Id);
        await api.PublishAsync(Api.Iw3);
        Assert.Equal(3, (await host.TakeAsync())!.Content.Windows[0].InitCwnd);
    }

    [Fact]
    public async Task It_ends_by_itself_and_the_verdict_says_that_it_did_also_after_a_restart()
    {
        var server = await RunningServer.StartAsync();
        var (data, clock) = (server.Data, server.Clock);
        string id;
        using (var api = await server.ApiAsync())
        {
            await api.PublishAsync(Api.Iw10, "*");
            id = (await DriftedAsync(server, ("site", "fra"))).Id;
            await GrantAsync(
                api,
                new()
                {
                    Selector = "site:fra",
                    Reason = "a test",
                    Until = clock.GetUtcNow().AddMinutes(2),
                }
            );
            await VerdictAsync(server, api, id, Verdict.Excepted);
        }
        await server.StopAsync();
        await using var again = await RunningServer.StartAsync(data);
        using var later = await again.ApiAsync();
        await VerdictAsync(again, later, id, Verdict.Excepted);

        again.Clock.Jump(TimeSpan.FromMinutes(3));

        var judged = await VerdictAsync(again, later, id, Verdict.Drifted);
        Assert.Contains("its exception ended", judged.Summary.Reason, StringComparison.Ordinal);
        Assert.Empty(judged.Exceptions);
        Assert.Empty(await ListAsync(later));
        Assert.Equal(ExceptionState.Expired, Assert.Single(await ListAsync(later, "?all=true")).State);
    }

    [Fact]
    public async Task It_is_for_hosts_that_come_to_match_and_for_no_host_that_does_not_any_more()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, "*");
        var host = await DriftedAsync(server, ("site", "fra"));
        await GrantAsync(
            api,
            new()
            {
                Selector = "site:fra",
                Reason = "a test",
                Endless = true,
            }
        );
        await VerdictAsync(server, api, host.Id, Verdict.Excepted);

        using (
            var moved = await api.PutAsJsonAsync(
                FleetPaths.HostLabels(host.Id),
                new LabelsRequest(new Dictionary<string, string> { ["site"] = "ams" }, "moved"),
                AdministrationJson.Default.LabelsRequest
            )
        )
            Assert.Equal(HttpStatusCode.OK, moved.StatusCode);
        await VerdictAsync(server, api, host.Id, Verdict.Drifted);
    }

    [Fact]
    public async Task Whoever_ends_it_says_why_and_the_audit_log_tells_both()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, "*");
        var host = await DriftedAsync(server);
        var granted = await GrantAsync(
            api,
            new()
            {
                Host = host.Id,
                Reason = "a test",
                Endless = true,
            }
        );
        await VerdictAsync(server, api, host.Id, Verdict.Excepted);

        using (var unsaid = await api.DeleteAsync(FleetPaths.Exception(granted.Id)))
            await unsaid.ProblemAsync(HttpStatusCode.BadRequest);
        using (var ended = await api.DeleteAsync($"{FleetPaths.Exception(granted.Id)}?reason=done"))
            Assert.Equal(HttpStatusCode.NoContent, ended.StatusCode);
        using (var twice = await api.DeleteAsync($"{FleetPaths.Exception(granted.Id)}?reason=done"))
            Assert.Equal(HttpStatusCode.NotFound, twice.StatusCode);

        var judged = await VerdictAsync(server, api, host.Id, Verdict.Drifted);
        Assert.DoesNotContain("exception", judged.Summary.Reason, StringComparison.Ordinal);
        var log = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Contains(log.Entries, entry => entry is { Action: "exception.grant", Reason: "a test" });
        Assert.Contains(log.Entries, entry => entry is { Action: "exception.end", Reason: "done" });
    }

    [Theory]
    [InlineData("""{"host":"web-1","reason":"r"}""", "until")]
    [InlineData("""{"host":"web-1","reason":"","endless":true}""", "reason")]
    [InlineData("""{"host":"web-1","reason":"r","until":"2020-01-01T00:00:00Z"}""", "until")]
    [InlineData("""{"host":"web-1","reason":"r","until":"2999-01-01T00:00:00Z"}""", "until")]
    [InlineData("""{"host":"web-1","reason":"r","until":"2026-12-01T00:00:00Z","endless":true}""", "endless")]
    [InlineData("""{"host":"nobody","reason":"r","endless":true}""", "host")]
    [InlineData("""{"host":"web-1","selector":"*","reason":"r","endless":true}""", "host")]
    [InlineData("""{"selector":"Site:fra","reason":"r","endless":true}""", "selector")]
    [InlineData("""{"selector":"state:drifted","reason":"r","endless":true}""", "selector")]
    public async Task What_is_no_exception_is_refused(string body, string path)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync();
        using var answer = await api.PostAsync(
            FleetPaths.Exceptions,
            new StringContent(body, System.Text.Encoding.UTF8, "application/json")
        );
        Assert.Contains((await answer.ProblemAsync(HttpStatusCode.BadRequest)).Problems!, problem => problem.Path == path);
        Assert.Empty(await ListAsync(api));
    }

    [Fact]
    public async Task In_the_console_it_is_checked_granted_shown_and_ended()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, "*");
        var host = await DriftedAsync(server, ("site", "fra"));
        using var person = await Person.SignedInAsync(server);
        Assert.Contains(
            "No exceptions in force",
            (await person.OpenAsync("/compliance/exceptions")).Body!.TextContent,
            StringComparison.Ordinal
        );

        using (
            var check = await person.SubmitAsync(
                "/compliance/exceptions/new",
                "exception",
                ("Input.Hosts", "site:fra"),
                ("Input.Action", "check")
            )
        )
        {
            var page = await Person.ReadAsync(check);
            Assert.Contains("matches 1 host of 1", page.Body!.TextContent, StringComparison.Ordinal);
            var day = server.Clock.GetUtcNow().AddDays(3).ToString("yyyy-MM-dd", System.Globalization.CultureInfo.InvariantCulture);
            using var granted = await person.SendAsync(
                page,
                "/compliance/exceptions/new",
                "exception",
                ("Input.Reason", "a test"),
                ("Input.Endless", ""),
                ("Input.Until", day),
                ("Input.Action", "grant")
            );
            Assert.Equal(HttpStatusCode.Redirect, granted.StatusCode);
        }
        await VerdictAsync(server, api, host.Id, Verdict.Excepted);
        var list = await person.OpenAsync("/compliance/exceptions");
        Assert.Contains("1 exception ends within a week", list.Body!.TextContent, StringComparison.Ordinal);
        Assert.Contains("Excepted until ", (await person.OpenAsync($"/hosts/{host.Id}")).Body!.TextContent, StringComparison.Ordinal);

        var id = Assert.Single(await ListAsync(api)).Id;
        using var ended = await person.SubmitAsync($"/compliance/exceptions/end?id={id}", "end", ("Reason", "done"));
        Assert.Equal(HttpStatusCode.Redirect, ended.StatusCode);
        Assert.Empty(await ListAsync(api));
    }

    [Fact]
    public async Task An_exception_names_its_host_also_after_it_left_the_fleet()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("web-1");
        await GrantAsync(
            api,
            new()
            {
                Host = "web-1",
                Reason = "moves to new hardware",
                Endless = true,
            }
        );
        using (
            var left = await api.PostAsJsonAsync(FleetPaths.HostRetire(host.Id), new("scrapped"), AdministrationJson.Default.ReasonRequest)
        )
            left.EnsureSuccessStatusCode();
        Assert.Equal("web-1", Assert.Single(await ListAsync(api)).Host);

        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync("/compliance/exceptions");
        var row = page.QuerySelector("tbody th")!;
        Assert.Equal("left the fleet", row.QuerySelector(".muted")!.TextContent);
        Assert.Equal("web-1", row.QuerySelector("a")!.TextContent.Trim());
        Assert.Equal($"/hosts/{host.Id}", row.QuerySelector("a")!.GetAttribute("href"));
    }

    private static Task<IReadOnlyList<ExceptionSummary>> ListAsync(HttpClient api, string query = "") =>
        api.GetAsync(FleetPaths.Exceptions + query, ExceptionJson.Default.IReadOnlyListExceptionSummary);

    private static async Task<ExceptionSummary> GrantAsync(HttpClient api, ExceptionRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.Exceptions, request, ExceptionJson.Default.ExceptionRequest);
        return await answer.ReadAsync(ExceptionJson.Default.ExceptionSummary);
    }

    /// <summary>A host whose window differs from the required one.</summary>
    private static async Task<TestHost> DriftedAsync(RunningServer server, params (string, string)[] labels)
    {
        var host = await server.EnrolAsync(labels: labels);
        await host.TakeAsync();
        await host.DurableAsync(host.Line(host.State(10, 4)));
        using var checkedIn = await host.CheckInAsync();
        return host;
    }

    private static async Task<HostDetail> VerdictAsync(RunningServer server, HttpClient api, string id, Verdict verdict)
    {
        await server.Running<VerdictSweep>().RunAsync(default);
        var found = await api.GetAsync(FleetPaths.Host(id), HostsJson.Default.HostDetail);
        Assert.True(found.Summary.Verdict == verdict, $"{found.Summary.Verdict} ({found.Summary.Reason}) instead of {verdict}");
        return found;
    }
}
