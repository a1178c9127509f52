using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Console;

public sealed class OverviewCountsTests
{
    [Fact]
    public async Task The_store_counts_the_whole_fleet_as_a_part_of_it_is_counted_host_by_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var all = await Person.SignedInAsync(server);
        using var part = await Person.SignedInAsync(server, "part", new AccessGrant(Role.Viewer, "site:fra"));
        await (await server.EnrolAsync("web-1", labels: ("site", "fra"))).CheckInAsync();
        await server.EnrolAsync("web-2", labels: ("site", "fra"));
        var leaving = await server.EnrolAsync("web-3", labels: ("site", "ams"));
        await leaving.CheckInAsync();
        await SaysAsync(all, "2 of 3 hosts are compliant, all of them without a policy;");
        using (
            var left = await api.PostAsJsonAsync(
                FleetPaths.HostRetire(leaving.Id),
                new ReasonRequest("gone"),
                ComplianceJson.Default.ReasonRequest
            )
        )
            Assert.True(left.IsSuccessStatusCode, await left.Content.ReadAsStringAsync());

        const string one = "1 of 2 hosts is compliant, without a policy; none of the others needs attention.";
        await SaysAsync(all, one);
        await SaysAsync(part, one);
    }

    private static async Task SaysAsync(Person person, string sentence)
    {
        var text = "";
        await Until.TrueAsync(
            async () =>
                (text = (await person.OpenAsync("/")).QuerySelector("main")!.TextContent).Contains(sentence, StringComparison.Ordinal),
            () => text
        );
    }
}
