using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Tests.Features.Compliance.Exports;
using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance;

/// <summary>The results of controls follow what hosts report, and those of the past stay as they were.</summary>
public sealed class ControlHistoryTests
{
    private const string Target = "ipv4 main default via 192.0.2.1 dev eth0";

    [Fact]
    public async Task A_measurement_changes_the_result_at_once_and_the_past_keeps_its_own()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        var host = await server.EnrolAsync("web-1", labels: ("site", "fra"));
        await host.TakeAsync();
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(10, 10)));
        await IsAsync(api, "1p2c3p4p5p6p7p8c9p10n11p12p13c");

        await host.DurableAsync(host.Line(Measured(server, 10)), host.Line(Told.Of(server.Clock.GetUtcNow(), 100, lost: 0)));
        await IsAsync(api, "1p2p3p4p5p6p7p8p9p10n11p12p13c");
        server.Clock.Jump(TimeSpan.FromSeconds(2));
        var before = server.Clock.GetUtcNow();
        server.Clock.Jump(TimeSpan.FromSeconds(2));

        await host.DurableAsync(host.Line(Measured(server, 4)));
        await IsAsync(api, "1p2f3p4p5p6p7p8p9p10n11p12p13c");
        await IsAsync(api, "1p2p3p4p5p6p7p8p9p10n11p12p13c", before);
        await host.DurableAsync(host.Line(Measured(server, 10)));
        await IsAsync(api, "1p2p3p4p5p6p7p8p9p10n11p12p13c");

        var history = await api.GetAsync($"{FleetPaths.Compliance}/hosts/web-1", ComplianceJson.Default.ComplianceHistory);
        Assert.Equal(["Pass", "Fail", "Pass"], history.Changes.Take(3).Select(change => $"{change.Controls!["IWT-2"]}"));
    }

    [Fact]
    public async Task A_first_measurement_that_differs_fails_at_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        var host = await server.EnrolAsync("web-1", labels: ("site", "fra"));
        await host.TakeAsync();
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(10, 10)));
        await IsAsync(api, "1p2c3p4p5p6p7p8c9p10n11p12p13c");
        await host.DurableAsync(host.Line(Measured(server, 4)));
        await IsAsync(api, "1p2f3p4p5p6p7p8c9p10n11p12p13c");
    }

    [Fact]
    public async Task A_revision_that_does_not_arrive_fails_a_day_after_it_was_required()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { StaleAfter = TimeSpan.FromDays(3) });
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "site:fra");
        var host = await server.EnrolAsync("web-1", labels: ("site", "fra"));
        await host.CheckInAsync();
        await IsAsync(api, "1c2c3c4c5c6c7c8c9p10n11c12p13c");
        server.Clock.Jump(TimeSpan.FromHours(23));
        // A token lives for less than an hour.
        using var later = await server.ApiAsync();
        await IsAsync(later, "1c2c3c4c5c6c7c8c9p10n11c12p13c");
        server.Clock.Jump(TimeSpan.FromHours(1) + TimeSpan.FromSeconds(5));
        using var last = await server.ApiAsync();
        await IsAsync(last, "1c2c3c4c5f6c7c8c9p10n11f12p13c");
        Assert.Equal(1, (await FoundAsync(last, "?q=fails:iwt-5")).Matched);
        Assert.Equal(0, (await FoundAsync(last, "?q=fails:IWT-1")).Matched);
        Assert.Equal(
            ["web-1"],
            (await last.GetAsync($"{FleetPaths.Hosts}?q=fails:IWT-5", HostsJson.Default.HostPage)).Hosts.Select(row => row.Name)
        );
        // A newer revision has a deadline of its own.
        await last.PublishAsync(Api.Iw10);
        await IsAsync(last, "1c2c3c4c5c6c7c8c9p10n11c12p13c");
    }

    [Fact]
    public async Task A_standard_of_ones_own_is_in_every_export()
    {
        var file = Path.GetTempFileName();
        await File.WriteAllTextAsync(file, """{"standard":"Our baseline 3","clauses":{"IWT-8":["N-4"]}}""");
        await using var server = await RunningServer.StartAsync(with: options => options with { Standards = [file] });
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1", labels: ("site", "fra"));
        await Until.TrueAsync(
            async () =>
                (await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance)).Hosts is [{ Controls: not null }],
            () => "the host was not judged"
        );
        server.Clock.Jump(TimeSpan.FromSeconds(2));
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(server.Clock.GetUtcNow(), Formats: ["all"]),
            ComplianceJson.Default.ExportRequest
        );
        var zip = await answer.Content.ReadAsByteArrayAsync();
        Assert.Empty(TakenApart.Check(zip).Problems);
        var apart = TakenApart.Of(zip);
        foreach (var name in (string[])["controls.jsonl", "report.html", "assessment-results.oscal.json", "compliance.arf.xml"])
            Assert.Contains("Our baseline 3", apart.Text(name), StringComparison.Ordinal);
        File.Delete(file);
        Assert.StartsWith(
            $"--standards: {file} cannot be read: ",
            Assert.Single(new Server.Hosting.ServerOptions { Data = "/tmp/x", Standards = [file] }.Validate()),
            StringComparison.Ordinal
        );
    }

    private static Evidence Measured(RunningServer server, int segments) =>
        new()
        {
            TargetId = Target,
            Method = EvidenceMethod.FreshConnection,
            At = server.Clock.GetUtcNow(),
            Conclusive = true,
            ConfiguredCwnd = 10,
            EffectiveSegments = segments,
        };

    private static Task IsAsync(HttpClient api, string results, DateTimeOffset? asOf = null)
    {
        var (expected, found) = (ControlResults.Text(new ControlResults(results).ById()), "");
        return Until.TrueAsync(
            async () =>
            {
                var fleet = await FoundAsync(api, asOf is { } at ? $"?asOf={Uri.EscapeDataString($"{at:O}")}" : "");
                return (found = ControlResults.Text(fleet.Hosts[0].Controls)) == expected;
            },
            () => $"the results are {found}, not {expected}"
        );
    }

    private static Task<FleetCompliance> FoundAsync(HttpClient api, string query) =>
        api.GetAsync(FleetPaths.Compliance + query, ComplianceJson.Default.FleetCompliance);
}
