using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Retention;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Compliance;
using IwTune.Server.Tests.Features.Compliance.Exports;
using IwTune.Server.Tests.Features.Compliance.Runs;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Retention;

/// <summary>
/// What retention has deleted is not taken for something that never was: web-1 was compliant on the first day, drifted on the second, and
/// the history of both days is deleted.
/// </summary>
public sealed class DeletedHistoryTests
{
    [Fact]
    public async Task A_host_whose_history_was_deleted_is_left_out_and_never_called_never_seen()
    {
        await using var server = await StartAsync();
        var (first, _) = await AgeAsync(server);
        using var api = await server.ApiAsync();
        var then = await AsOfAsync(api, first);
        Assert.Equal((0, null), (then.Fleet, then.Watermark.CompleteUpTo));
        Assert.Contains("Retention has deleted records from before", then.Watermark.Sentence, StringComparison.Ordinal);
        Assert.Contains("No host is recorded.", then.Watermark.Sentence, StringComparison.Ordinal);

        // What it was at the end of what is deleted stays, and so does everything later.
        var now = await AsOfAsync(api, server.Clock.GetUtcNow().AddMinutes(-1));
        Assert.Equal((1, 1), (now.Fleet, now.States[Verdict.Stale]));
        Assert.NotNull(now.Watermark.CompleteUpTo);

        using var person = await Person.SignedInAsync(server, Role.Auditor);
        var page = await person.OpenAsync($"/compliance?asOf={first.AddSeconds(1):yyyy-MM-ddTHH:mm:ssZ}");
        Assert.Contains("Retention has deleted records", page.Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_export_as_of_then_is_not_signed_as_complete_and_one_with_changes_since_then_says_what_it_lacks()
    {
        await using var server = await StartAsync();
        var (first, _) = await AgeAsync(server);
        using var api = await server.ApiAsync();
        var then = TakenApart.Of(await ExportAsync(api, new(first))).Manifest;
        Assert.Equal((0, null), (then.Counts.Matched, then.Watermark.CompleteUpTo));
        Assert.Contains("Retention has deleted records from before", then.Watermark.Sentence, StringComparison.Ordinal);

        var since = TakenApart.Of(await ExportAsync(api, new(Since: first))).Manifest;
        Assert.Equal(1, since.Counts.Matched);
        Assert.Contains("Retention has deleted changes from before", since.Watermark.Sentence, StringComparison.Ordinal);
        Assert.DoesNotContain(
            "Retention",
            TakenApart.Of(await ExportAsync(api, new())).Manifest.Watermark.Sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task What_a_legal_hold_keeps_is_answered_as_it_was()
    {
        await using var server = await StartAsync();
        var (first, _) = await AgeAsync(server, hold: true);
        using var api = await server.ApiAsync();
        var then = await AsOfAsync(api, first);
        Assert.Equal((1, 1), (then.Fleet, then.States[Verdict.Compliant]));
    }

    [Fact]
    public async Task A_run_of_then_is_not_compared_and_the_trend_begins_where_the_history_does()
    {
        await using var server = await StartAsync();
        var (first, run) = await AgeAsync(server);
        using var api = await server.ApiAsync();
        var later = await api.RunAsync(new("second"));
        using var refused = await api.GetAsync(RunPaths.RunComparison(run, later.Id));
        Assert.Contains("retention has deleted", (await refused.ProblemAsync(HttpStatusCode.BadRequest)).Detail, StringComparison.Ordinal);

        var trend = await TrendAsync(api, first, server.Clock.GetUtcNow());
        Assert.Equal(trend.DeletedBefore, trend.Points[0].At);
        Assert.All(trend.Points, point => Assert.Equal(1, point.Hosts));
        Assert.DoesNotContain(trend.Points, point => point.States.ContainsKey(Verdict.NeverSeen));
        Assert.Empty((await TrendAsync(api, first, first.AddHours(1))).Points);
    }

    [Fact]
    public async Task The_evidence_of_that_day_says_what_is_deleted()
    {
        await using var server = await StartAsync();
        var (first, _) = await AgeAsync(server);
        using var person = await Person.SignedInAsync(server, Role.Auditor);
        var page = await person.OpenAsync($"/compliance/hosts/web-1?day={first:yyyy-MM-dd}");
        var told = page.Body!.TextContent;
        Assert.Contains("Retention has deleted verdicts from before", told, StringComparison.Ordinal);
        Assert.Contains("Reports and measurements from before", told, StringComparison.Ordinal);
        Assert.DoesNotContain("Never seen", told, StringComparison.Ordinal);
    }

    [Fact]
    public async Task After_an_upgrade_what_the_version_before_deleted_is_known_before_a_page_is_shown()
    {
        var server = await StartAsync();
        var (first, _) = await AgeAsync(server);
        await server.Database.WriteAsync(async write =>
        {
            await write.ExecuteAsync("update retention set history_before = 0, reports_before = 0");
            return await write.ExecuteAsync("delete from migrations where number = 47");
        });
        await server.StopAsync();

        // The next run is due in a day.
        await using var upgraded = await StartAsync(server.Data);
        using var api = await upgraded.ApiAsync();
        var then = await AsOfAsync(api, first);
        Assert.Equal((0, null), (then.Fleet, then.Watermark.CompleteUpTo));
        Assert.Contains("Retention has deleted records from before", then.Watermark.Sentence, StringComparison.Ordinal);
    }

    private static Task<RunningServer> StartAsync(string? data = null) =>
        RunningServer.StartAsync(data, options => options with { Retain = "history=30d,reports=30d" });

    /// <returns>An instant of the first day, and a run of it.</returns>
    private static async Task<(DateTimeOffset First, string Run)> AgeAsync(RunningServer server, bool hold = false)
    {
        using var api = await server.ApiAsync();
        var host = await server.CompliantAsync(api);
        await HaveAsync(server, Verdict.Compliant);
        var run = await api.RunAsync(new("first"));
        var first = run.AsOf!.Value;
        if (hold)
        {
            using var held = await api.PostAsJsonAsync(
                FleetPaths.LegalHolds,
                new LegalHoldRequest("case", "site:fra", first.AddHours(-1), "asked for", first.AddHours(1)),
                RetentionJson.Default.LegalHoldRequest
            );
            Assert.Equal(HttpStatusCode.Created, held.StatusCode);
        }
        server.Clock.Jump(TimeSpan.FromDays(1));
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(3, 5)));
        await HaveAsync(server, Verdict.Drifted);
        server.Clock.Jump(TimeSpan.FromDays(60));
        await HaveAsync(server, Verdict.Stale);
        server.Clock.Jump(TimeSpan.FromDays(60));
        var now = server.Clock.GetUtcNow().ToUnixTimeMilliseconds();
        // The server's own round may come first.
        await server.Get<RetentionSweep>().RunAsync();
        await Until.TrueAsync(
            () => server.Database.ReadAsync(async db => await db.ValueAsync<long?>("select told_at from retention") >= now),
            () => "nothing was deleted"
        );
        return (first, run.Id);
    }

    private static async Task HaveAsync(RunningServer server, Verdict verdict)
    {
        using var api = await server.ApiAsync();
        await Until.TrueAsync(
            async () => (await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance)).States[verdict] == 1,
            () => $"the host is not {verdict}"
        );
    }

    private static Task<FleetCompliance> AsOfAsync(HttpClient api, DateTimeOffset at) =>
        api.GetAsync($"{FleetPaths.Compliance}?asOf={at:yyyy-MM-ddTHH:mm:ss.fffZ}", ComplianceJson.Default.FleetCompliance);

    private static Task<ComplianceTrend> TrendAsync(HttpClient api, DateTimeOffset from, DateTimeOffset to) =>
        api.GetAsync(
            $"{FleetPaths.ComplianceTrend}?from={from:yyyy-MM-ddTHH:mm:ss.fffZ}&to={to:yyyy-MM-ddTHH:mm:ss.fffZ}",
            ComplianceJson.Default.ComplianceTrend
        );

    private static async Task<byte[]> ExportAsync(HttpClient api, ExportRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.ComplianceExport, request, ComplianceJson.Default.ExportRequest);
        Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync());
        return await answer.Content.ReadAsByteArrayAsync();
    }
}
