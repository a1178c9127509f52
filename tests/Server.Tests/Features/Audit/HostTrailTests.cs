using System.Net.Http.Json;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Tests.Features.Compliance;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Audit;

/// <summary>What reached a host.</summary>
public sealed class HostTrailTests
{
    [Fact]
    public async Task The_trail_of_a_host_has_the_exception_that_decided_for_it_from_its_grant_to_its_end()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.BothCompliantAsync(api);
        foreach (var (site, reason) in ((string, string)[])[("fra", "new hardware"), ("ams", "another one")])
        {
            var request = new ExceptionRequest
            {
                Selector = $"site:{site}",
                Reason = reason,
                Ticket = "CHG-1",
                Endless = true,
                Confirm = 1,
            };
            using var granted = await api.PostAsJsonAsync(FleetPaths.Exceptions, request, ExceptionJson.Default.ExceptionRequest);
            var id = (await granted.ReadAsync(ExceptionJson.Default.ExceptionSummary)).Id;
            await server.Running<VerdictSweep>().RunAsync(default);
            using var ended = await api.DeleteAsync($"{FleetPaths.Exception(id)}?reason=done");
            Assert.True(ended.IsSuccessStatusCode);
        }
        var page = await api.GetAsync($"{FleetPaths.Audit}?host=web-1", AuditJson.Default.AuditPage);
        var found = page.Entries.Where(entry => entry.Action.StartsWith("exception.", StringComparison.Ordinal));
        Assert.Equal(["exception.end", "exception.grant"], found.Select(entry => entry.Action));
        Assert.Contains("site:fra", found.Last().Text, StringComparison.Ordinal);
    }
}
