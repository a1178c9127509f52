using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Compliance.Exports;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Corrections;

/// <summary>A host reports about a silence later: the past is corrected, and what was known before stays.</summary>
public sealed class LateReportTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task A_silence_becomes_what_the_host_reports_about_it_and_stays_what_it_was_for_those_who_ask_as_of_before()
    {
        await using var server = await RunningServer.StartAsync();
        server.HoldTime();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        var host = await LateHost.EnrolAsync(server);
        await host.CheckInAsync();
        host.Write(10);
        await host.SendAsync();
        await PassAsync(server, 4 * Minute);
        host.Write(4);
        await PassAsync(server, 4 * Minute);
        host.Write(10, repaired: server.Clock.GetUtcNow());
        var (drifted, repaired) = (server.Clock.GetUtcNow() - 2 * Minute, server.Clock.GetUtcNow() + Minute);
        await PassAsync(server, 20 * Minute);
        var silent = server.Clock.GetUtcNow() - 5 * Minute;
        var before = DateTimeOffset.FromUnixTimeMilliseconds(server.Clock.GetUtcNow().ToUnixTimeMilliseconds());
        Assert.Equal(Verdict.Stale, await VerdictAsync(api, drifted));
        Assert.Equal(Verdict.Stale, await VerdictAsync(api, silent));
        await PassAsync(server, Minute);

        await host.CheckInAsync();
        await host.SendAsync();
        await PassAsync(server, Minute);

        Assert.Equal(Verdict.Drifted, await VerdictAsync(api, drifted));
        Assert.Equal(Verdict.Repaired, await VerdictAsync(api, repaired));
        // Nothing says that the host was there then.
        Assert.Equal(Verdict.Stale, await VerdictAsync(api, silent));
        foreach (var at in (DateTimeOffset[])[drifted, repaired, silent])
            Assert.Equal(Verdict.Stale, await VerdictAsync(api, at, known: before));
        var then = await FindAsync(api, drifted);
        Assert.Equal((1, null), (then.Corrected, then.Known));
        Assert.EndsWith(" 1 host reported only later.", then.Watermark.Sentence, StringComparison.Ordinal);
        Assert.Equal((0, before), ((await FindAsync(api, drifted, before)).Corrected, (await FindAsync(api, drifted, before)).Known));
        Assert.Equal(0, (await FindAsync(api, silent)).Corrected);
        // The host did not report on time, whatever it reported.
        Assert.Equal(Shared.Compliance.Controls.ControlResult.Fail, then.Hosts[0].Controls!["IWT-9"]);
        Assert.Equal(Shared.Compliance.Controls.ControlResult.Fail, then.Hosts[0].Controls!["IWT-1"]);

        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync($"/compliance?asOf={Text(drifted)}");
        var link = page.QuerySelectorAll("main a").Single(a => a.TextContent == "Without later reports");
        Assert.Contains("1 drifted", page.Body!.TextContent, StringComparison.Ordinal);
        var earlier = await person.OpenAsync(link.GetAttribute("href")!);
        Assert.Contains("As known at", earlier.Body!.TextContent, StringComparison.Ordinal);
        var export = earlier.QuerySelectorAll("main a").Single(a => a.TextContent.Trim() == "Export").GetAttribute("href")!;
        Assert.Contains("As known at", (await person.OpenAsync(export)).Body!.TextContent, StringComparison.Ordinal);

        var history = await api.GetAsync($"{FleetPaths.Compliance}/hosts/web-1", ComplianceJson.Default.ComplianceHistory);
        Assert.Equal(["Drifted", "Repaired"], history.Changes.Where(change => change.Late).Select(change => $"{change.Verdict}").Reverse());
        Assert.All(history.Changes.Where(change => change.Late), change => Assert.True(change.Written > change.At + 20 * Minute));
        var trend = await api.GetAsync(
            $"{FleetPaths.Compliance}/trend?from={Text(drifted)}&to={Text(server.Clock.GetUtcNow())}&points=2",
            ComplianceJson.Default.ComplianceTrend
        );
        Assert.Equal([Verdict.Drifted], trend.Points[0].States.Keys);
        Assert.Equal([Verdict.Repaired], trend.Points[^1].States.Keys);
    }

    [Fact]
    public async Task A_corrected_time_of_a_windows_host_asks_for_nothing_that_windows_cannot()
    {
        await using var server = await RunningServer.StartAsync();
        server.HoldTime();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "os:windows");
        var host = await LateHost.OfAsync(
            server,
            await TestHost.EnrolAsync(server, await server.TokenAsync(), TestHost.WindowsFactsOf("web-1"))
        );
        await host.CheckInAsync();
        host.Write(10);
        await host.SendAsync();
        await PassAsync(server, 4 * Minute);
        host.Write(4);
        await PassAsync(server, 20 * Minute);
        await host.CheckInAsync();
        await host.SendAsync();
        await PassAsync(server, Minute);
        var history = await api.GetAsync($"{FleetPaths.Compliance}/hosts/web-1", ComplianceJson.Default.ComplianceHistory);
        Assert.Contains(history.Changes, change => change.Late);
        Assert.All(
            history.Changes.Where(change => change.Verdict == Verdict.Drifted),
            change => Assert.Equal(Shared.Compliance.Controls.ControlResult.NotApplicable, change.Controls!["IWT-13"])
        );
    }

    [Fact]
    public async Task An_export_is_made_again_byte_for_byte_after_a_correction()
    {
        await using var server = await RunningServer.StartAsync();
        server.HoldTime();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        var host = await LateHost.EnrolAsync(server);
        await host.CheckInAsync();
        host.Write(10);
        await host.SendAsync();
        await PassAsync(server, 2 * Minute);
        host.Write(4);
        await PassAsync(server, 6 * Minute);
        var request = new ExportRequest(server.Clock.GetUtcNow() - 2 * Minute, Formats: ["html", "ocsf"]);
        var first = await ExportAsync(api, request);
        await PassAsync(server, Minute);
        await host.CheckInAsync();
        await host.SendAsync();
        await PassAsync(server, Minute);

        var known = first.Manifest.Parameters.Known;
        var again = await ExportAsync(api, request with { Known = known });
        var now = await ExportAsync(api, request);
        foreach (var name in (string[])["hosts.jsonl", "hosts.csv", "changes.jsonl", "findings.ocsf.jsonl"])
            Assert.Equal(first.Text(name), again.Text(name));
        Assert.NotEqual(first.Text("hosts.jsonl"), now.Text("hosts.jsonl"));
        Assert.Contains("\"late\":true", now.Text("changes.jsonl"), StringComparison.Ordinal);
        Assert.DoesNotContain("\"late\":true", again.Text("changes.jsonl"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Known_before_the_instant_and_known_in_the_future_are_refused()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var now = server.Clock.GetUtcNow();
        foreach (
            var (known, said) in new[]
            {
                (now - 2 * Minute, "is before the instant that is asked for"),
                (now + TimeSpan.FromDays(1), "is in the future"),
            }
        )
        {
            using var answer = await api.GetAsync(
                new Uri($"{FleetPaths.Compliance}?asOf={Text(now - Minute)}&known={Text(known)}", UriKind.Relative)
            );
            Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
            Assert.Contains(said, await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }
    }

    internal static async Task PassAsync(RunningServer server, TimeSpan time)
    {
        server.Clock.Jump(time);
        await server.Running<VerdictSweep>().RunAsync(CancellationToken.None);
    }

    private static async Task<TakenApart> ExportAsync(HttpClient api, ExportRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.ComplianceExport, request, ComplianceJson.Default.ExportRequest);
        var zip = await answer.Content.ReadAsByteArrayAsync();
        Assert.Empty(TakenApart.Check(zip).Problems);
        return TakenApart.Of(zip);
    }

    private static async Task<Verdict> VerdictAsync(HttpClient api, DateTimeOffset at, DateTimeOffset? known = null) =>
        Assert.Single((await FindAsync(api, at, known)).Hosts).Verdict;

    private static Task<FleetCompliance> FindAsync(HttpClient api, DateTimeOffset at, DateTimeOffset? known = null) =>
        api.GetAsync(
            $"{FleetPaths.Compliance}?asOf={Text(at)}{(known is { } then ? $"&known={Text(then)}" : "")}",
            ComplianceJson.Default.FleetCompliance
        );

    private static string Text(DateTimeOffset at) => Uri.EscapeDataString(at.ToString("O"));
}
