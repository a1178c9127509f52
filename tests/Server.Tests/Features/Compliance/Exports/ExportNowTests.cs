using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>An export without an instant.</summary>
public sealed class ExportNowTests
{
    [Fact]
    public async Task It_has_what_a_page_showed_a_moment_before()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.CompliantAsync(api);
        foreach (var (window, verdict) in ((int, Verdict)[])[(4, Verdict.Drifted), (3, Verdict.Compliant), (5, Verdict.Drifted)])
        {
            await host.DurableAsync(host.Line(host.State(3, window)));
            await Until.TrueAsync(
                async () => (await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance)).States[verdict] == 1,
                () => $"the page does not show {verdict}"
            );
            using var answer = await api.PostAsJsonAsync(
                FleetPaths.ComplianceExport,
                new ExportRequest(),
                ComplianceJson.Default.ExportRequest
            );
            var manifest = TakenApart.Of(await answer.Content.ReadAsByteArrayAsync()).Manifest;
            Assert.Equal(1, manifest.Counts.States[verdict]);
            Assert.Equal(manifest.Parameters.AsOf, manifest.Watermark.CompleteUpTo);
        }
    }
}
