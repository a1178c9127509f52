using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography;
using IwTune.Server.Features.Compliance.Runs;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Compliance.Exports;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>Exports that the server makes and keeps.</summary>
public sealed class RunTests
{
    [Fact]
    public async Task An_auditor_starts_a_run_and_gets_an_intact_export_that_the_log_records()
    {
        await using var server = await RunningServer.StartAsync();
        await server.EnrolAsync("web-1");
        await server.EnrolAsync("web-2");
        using var auditor = await server.ApiAsync(Role.Auditor);

        var run = await auditor.RunAsync(new("third quarter", Formats: ["oscal,html"], KeepDays: 10));

        Assert.Equal((2, 2, 0), (run.Hosts, run.Fleet, run.Compliant));
        Assert.Equal(["html", "oscal"], run.Formats);
        Assert.Equal(run.Ended!.Value.AddDays(10), run.KeepUntil);
        using var answer = await auditor.GetAsync(RunPaths.RunFile(run.Id));
        var zip = await answer.Content.ReadAsByteArrayAsync();
        Assert.Equal(run.Bytes, answer.Content.Headers.ContentLength);
        Assert.Equal(run.Sha256, Convert.ToHexStringLower(SHA256.HashData(zip)));
        var check = ExportVerifier.Verify(new MemoryStream(zip), pin: null);
        Assert.True(check.Intact, string.Join('\n', check.Problems));
        Assert.Equal(run.By, check.Manifest!.By);
        Assert.True(check.Manifest.Scope!.WholeFleet);
        Assert.Equal(["run.start", "run.keep", "run.read"], await auditor.ToldAsync());
    }

    [Fact]
    public async Task Record_log_report_and_pages_count_hosts_without_a_policy_apart()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        await server.BothCompliantAsync(api);
        var run = await api.RunAsync(new("third quarter", Formats: ["html,xlsx"]));

        Assert.Equal((2, 2, 1), (run.Hosts, run.Compliant, run.WithoutPolicy));
        Assert.True(run.AsOf >= run.Due, $"started at {run.Due:O}, the data is of {run.AsOf:O}");
        using var answer = await api.GetAsync(RunPaths.RunFile(run.Id));
        var zip = await answer.Content.ReadAsByteArrayAsync();
        var check = ExportVerifier.Verify(new MemoryStream(zip), pin: null);
        Assert.True(check.Intact, string.Join('\n', check.Problems));
        Assert.Equal(1, check.Manifest!.Counts.WithoutPolicy);
        var apart = TakenApart.Of(zip);
        Assert.Contains("2 of 2 hosts were compliant, 1 of them without a policy.", apart.Text("report.html"), StringComparison.Ordinal);
        Assert.Contains(
            "Compliant hosts without a policy",
            TakenApart.Of(apart.Bytes("compliance.xlsx")).Text("xl/worksheets/sheet1.xml"),
            StringComparison.Ordinal
        );
        Assert.Contains(
            ", 1 of them without a policy; SHA-256 ",
            Assert
                .Single((await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries, one => one.Action == "run.keep")
                .Text,
            StringComparison.Ordinal
        );
        Assert.Equal("2 of 2 compliant without a policy: 1", await FiguresAsync(person));
        Assert.Contains("100.0 %, 1 of them without a policy", await PageAsync(person, run.Id), StringComparison.Ordinal);
        Assert.Contains("Every host had reported.", await PageAsync(person, run.Id), StringComparison.Ordinal);

        // As an earlier version stored it.
        await server.Database.WriteAsync(write => write.ExecuteAsync("update compliance_runs set without_policy = null"));
        Assert.Null((await api.GetAsync(RunPaths.Run(run.Id), ComplianceJson.Default.ComplianceRun)).WithoutPolicy);
        Assert.Equal("2 of 2 compliant without a policy: not counted", await FiguresAsync(person));
        Assert.Contains(
            "100.0 %, hosts without a policy included and not counted",
            await PageAsync(person, run.Id),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_run_of_more_than_a_part_comes_back_byte_for_byte()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var run = await api.RunAsync(new("the smallest there is"));
        var bytes = new byte[(2 << 20) + 17];
        new Random(1).NextBytes(bytes);
        Assert.False(await StoreAsync(server, run.Id, bytes));
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "update compliance_runs set state = 'Making', claimed_by = @Server, claimed_until = @later",
                new { server.Database.Server, later = long.MaxValue }
            )
        );
        Assert.True(await StoreAsync(server, run.Id, bytes));
        var back = new MemoryStream();
        await RunContent.CopyAsync(server.Database, run.Id, bytes.Length, back, CancellationToken.None);
        Assert.Equal(bytes, back.ToArray());
        Assert.Equal(3, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from run_parts")));
    }

    [Fact]
    public async Task What_is_wrong_with_a_request_is_said_at_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.PostAsJsonAsync(
            RunPaths.Runs,
            new RunRequest("", "state:nonsense", server.Clock.GetUtcNow().AddDays(1), Formats: ["docx"], KeepDays: 0),
            ComplianceJson.Default.RunRequest
        );
        var problem = await answer.ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Equal(
            ["asOf", "formats", "keepDays", "q", "reason"],
            problem.Problems!.Select(one => one.Path).Order(StringComparer.Ordinal)
        );
        Assert.Empty(await api.RunsAsync());
    }

    [Theory]
    [InlineData(Role.Viewer, "")]
    [InlineData(Role.Auditor, "site:fra")]
    public async Task Runs_are_of_the_whole_fleet_and_so_is_the_right_to_them(Role role, string selector)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync(role, selector);
        using var answer = await api.GetAsync(RunPaths.Runs);
        await answer.ProblemAsync(HttpStatusCode.Forbidden);
    }

    [Fact]
    public async Task A_file_is_deleted_after_its_period_unless_a_hold_keeps_it_and_its_record_stays()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (gone, held) = (await api.RunAsync(new("one", KeepDays: 1)), await api.RunAsync(new("two", KeepDays: 1)));
        await HoldAsync(api, held.Id, HttpStatusCode.NoContent);
        await HoldAsync(api, held.Id, HttpStatusCode.NotFound);
        server.Clock.Jump(TimeSpan.FromDays(2));
        using var later = await server.ApiAsync();

        var deleted = await later.EndedAsync(gone.Id, RunState.Deleted);
        Assert.Equal(gone.Sha256, deleted.Sha256);
        await AnswersAsync(later, gone.Id, HttpStatusCode.NotFound);
        await AnswersAsync(later, held.Id, HttpStatusCode.OK);
        Assert.Equal("case 4711", (await later.GetAsync(RunPaths.Run(held.Id), ComplianceJson.Default.ComplianceRun)).Hold);

        using (var released = await later.DeleteAsync(RunPaths.RunHold(held.Id) + "?reason=settled"))
            Assert.Equal(HttpStatusCode.NoContent, released.StatusCode);
        await later.EndedAsync(held.Id, RunState.Deleted);
        Assert.Equal(0, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from run_parts")));
    }

    [Fact]
    public async Task A_run_that_cannot_be_made_is_tried_three_times_and_says_why()
    {
        var program = Path.Combine(Directory.CreateTempSubdirectory("iwtune-chromium-").FullName, "chromium");
        await File.WriteAllTextAsync(program, "#!/bin/sh\necho broken >&2\nexit 3\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute | UnixFileMode.UserWrite);
        await using var server = await RunningServer.StartAsync(with: options => options with { Chromium = program });
        using var api = await server.ApiAsync();
        using var answer = await api.PostAsJsonAsync(
            RunPaths.Runs,
            new RunRequest("x", Formats: ["pdf"]),
            ComplianceJson.Default.RunRequest
        );
        var id = (await answer.ReadAsync(ComplianceJson.Default.ComplianceRun)).Id;
        await server.TryTwiceAsync(id);
        var failed = await api.EndedAsync(id, RunState.Failed);
        Assert.NotEmpty(failed.Problem);
        Assert.Contains("run.fail", await api.ToldAsync());
    }

    [Fact]
    public async Task A_run_whose_server_ended_in_the_middle_is_made_by_the_next_one()
    {
        var first = await RunningServer.StartAsync();
        using var api = await first.ApiAsync();
        var id = (await api.RunAsync(new("one"))).Id;
        await first.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "update compliance_runs set state = 'Making', claimed_by = @server, claimed_until = @later, sha256 = null",
                new { server = first.Database.Server, later = first.Clock.GetUtcNow().AddMinutes(5).ToUnixTimeMilliseconds() }
            )
        );
        await first.StopAsync();
        await using var next = await RunningServer.StartAsync(first.Data);
        next.Clock.Jump(TimeSpan.FromMinutes(6));
        using var again = await next.ApiAsync();
        Assert.NotNull((await again.EndedAsync(id, RunState.Kept)).Sha256);
    }

    [Fact]
    public async Task A_run_during_which_the_server_ended_three_times_is_given_up()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var run = await api.RunAsync(new("one"));
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync("update compliance_runs set state = 'Making', claimed_by = 'gone', claimed_until = 0, tries = 3")
        );
        Assert.Contains("ended each time", (await api.EndedAsync(run.Id, RunState.Failed)).Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_lost_its_claim_does_not_set_back_the_run_of_another()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var run = await api.RunAsync(new("one"));
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "update compliance_runs set state = 'Making', claimed_by = 'another', claimed_until = @later",
                new { later = long.MaxValue }
            )
        );
        Assert.False(
            await server.Database.WriteAsync(write =>
                RunQueries.RefusedAsync(write, run.Id, server.Database.Server, "late", server.Clock.GetUtcNow().ToUnixTimeMilliseconds(), 0)
            )
        );
        Assert.Equal(RunState.Making, (await api.GetAsync(RunPaths.Run(run.Id), ComplianceJson.Default.ComplianceRun)).State);
    }

    /// <summary>The column Compliant of the only run.</summary>
    private static async Task<string> FiguresAsync(Person person)
    {
        var row = Assert.Single((await person.OpenAsync("/compliance/runs")).QuerySelectorAll("[aria-labelledby=runs] tbody tr"));
        return string.Join(' ', row.Children[3].TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }

    private static async Task<string> PageAsync(Person person, string run) =>
        (await person.OpenAsync($"/compliance/runs/{run}")).QuerySelector("main")!.TextContent;

    private static Task<bool> StoreAsync(RunningServer server, string id, byte[] bytes) =>
        RunContent.StoreAsync(server.Database, id, new MemoryStream(bytes), CancellationToken.None);

    private static async Task HoldAsync(HttpClient api, string id, HttpStatusCode expected)
    {
        using var answer = await api.PostAsJsonAsync(
            RunPaths.RunHold(id),
            new ReasonRequest("case 4711"),
            ComplianceJson.Default.ReasonRequest
        );
        Assert.Equal(expected, answer.StatusCode);
    }

    private static async Task AnswersAsync(HttpClient api, string id, HttpStatusCode expected)
    {
        using var answer = await api.GetAsync(RunPaths.RunFile(id));
        Assert.Equal(expected, answer.StatusCode);
    }
}
