using System.Net;
using IwTune.Server.Tests.Features.Compliance.Runs;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Console;

/// <summary>Compliance runs in the console.</summary>
public sealed class RunPagesTests
{
    [Fact]
    public async Task A_run_is_started_attested_held_and_shared_by_the_forms_of_its_pages()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var auditor = await Person.SignedInAsync(server, Role.Auditor);
        using var wrong = await auditor.SubmitAsync("/compliance/runs/new", "run", ("Input.KeepDays", "many"), ("Input.Reason", ""));
        Assert.Equal(
            ["#days", "#reason"],
            (await Person.ReadAsync(wrong)).QuerySelectorAll(".problems a").Select(link => link.GetAttribute("href"))
        );

        using var started = await auditor.SubmitAsync("/compliance/runs/new", "run", ("Input.Reason", "third quarter"));
        var at = started.Headers.Location!.ToString();
        var run = await api.EndedAsync(at.Split('/')[^1], RunState.Kept);
        var page = await auditor.OpenAsync(at);
        Assert.Contains(run.Sha256!, page.Body!.TextContent, StringComparison.Ordinal);

        await DoneAsync(auditor, at, "attest", ("Attestation.Text", "I reviewed this export."));
        await DoneAsync(auditor, at, "hold", ("Holding.Text", "case 4711"));
        await DoneAsync(auditor, at, "link", ("NewLink.Text", "for the external auditor"), ("NewLink.Days", "7"));
        var told = (await auditor.OpenAsync(at)).Body!.TextContent;
        Assert.Contains("“I reviewed this export.”", told, StringComparison.Ordinal);
        Assert.Contains("Not deleted: “case 4711”", told, StringComparison.Ordinal);
        Assert.Contains("/read/iwtr_", told, StringComparison.Ordinal);
        Assert.DoesNotContain("/read/iwtr_", (await auditor.OpenAsync(at)).Body!.TextContent, StringComparison.Ordinal);

        var link = Assert.Single((await api.GetAsync(RunPaths.Run(run.Id), ComplianceJson.Default.ComplianceRun)).Links);
        await DoneAsync(auditor, at, "revoke", ("Revoked.Link", link.Id));
        Assert.Contains("Revoked", (await auditor.OpenAsync(at)).Body!.TextContent, StringComparison.Ordinal);
        Assert.Contains("third quarter", (await auditor.OpenAsync("/compliance/runs")).Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_schedule_is_added_and_removed_by_its_pages()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var auditor = await Person.SignedInAsync(server, Role.Auditor);
        using var wrong = await auditor.SubmitAsync("/compliance/runs/schedules/new", "schedule", ("Input.Name", "Bad name"));
        var problems = (await Person.ReadAsync(wrong)).Body!.TextContent;
        Assert.Contains("lower-case letters", problems, StringComparison.Ordinal);
        Assert.Contains("give a time", problems, StringComparison.Ordinal);

        await DoneAsync(
            auditor,
            "/compliance/runs/schedules/new",
            "schedule",
            ("Input.Name", "monthly"),
            ("Input.Cron", "0 6 1 * *"),
            ("Input.Zone", "Europe/Berlin"),
            ("Input.Reason", "as agreed")
        );
        var schedule = Assert.Single(await api.GetAsync(RunPaths.Schedules, ComplianceJson.Default.IReadOnlyListRunSchedule));
        Assert.Contains(
            "0 6 1 * * (Europe/Berlin)",
            (await auditor.OpenAsync("/compliance/runs")).Body!.TextContent,
            StringComparison.Ordinal
        );
        await DoneAsync(auditor, $"/compliance/runs/schedules/{schedule.Id}/remove", "remove", ("Reason", "over"));
        Assert.Empty(await api.GetAsync(RunPaths.Schedules, ComplianceJson.Default.IReadOnlyListRunSchedule));
    }

    [Fact]
    public async Task An_operator_reads_runs_and_cannot_attest()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var run = await api.RunAsync(new("third quarter"));
        using var eager = await Person.SignedInAsync(server, Role.Operator);
        var page = await eager.OpenAsync($"/compliance/runs/{run.Id}");
        Assert.Null(page.QuerySelector("#statement"));
        using var viewer = await Person.SignedInAsync(server, Role.Viewer);
        using var refused = await viewer.GetAsync("/compliance/runs");
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
    }

    [Fact]
    public async Task The_page_of_a_comparison_shows_the_hosts_that_differ()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var auditor = await Person.SignedInAsync(server, Role.Auditor);
        var first = await api.RunAsync(new("first"));
        await server.EnrolAsync("a-new-one");
        server.Clock.Jump(TimeSpan.FromSeconds(5));
        var second = await api.RunAsync(new("second"));
        var choice = await auditor.OpenAsync("/compliance/runs/compare");
        Assert.Equal(
            [first.Id, second.Id],
            choice
                .QuerySelectorAll("select")
                .Select(one => one.QuerySelector("option[selected]") ?? one.QuerySelector("option"))
                .Select(option => option!.GetAttribute("value"))
        );
        var page = await auditor.OpenAsync($"/compliance/runs/compare?from={first.Id}&to={second.Id}");
        Assert.Contains("1 host differs, 0 the same", page.Body!.TextContent, StringComparison.Ordinal);
        Assert.Contains("a-new-one", page.Body.TextContent, StringComparison.Ordinal);
        var swapped = await auditor.OpenAsync($"/compliance/runs/compare?from={second.Id}&to={first.Id}");
        Assert.Contains("; exchange them.", swapped.Body!.TextContent, StringComparison.Ordinal);
    }

    private static async Task DoneAsync(Person person, string at, string form, params (string Name, string Value)[] fields)
    {
        using var answer = await person.SubmitAsync(at, form, fields);
        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
    }
}
