using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Features.Keys;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class HostApiTests
{
    [Fact]
    public async Task Pages_neither_repeat_nor_skip_a_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var token = await server.TokenAsync();
        for (var i = 0; i < 23; i++)
            await TestHost.EnrolAsync(server, token, $"web-{i % 7}");
        var seen = new List<HostSummary>();
        string? after = null;
        do
        {
            var page = await api.GetAsync($"{FleetPaths.Hosts}?limit=5&after={after}", HostsJson.Default.HostPage);
            Assert.Equal((23, 23), (page.Matched, page.Total));
            seen.AddRange(page.Hosts);
            after = page.Next;
        } while (after is not null);
        Assert.Equal(23, seen.Select(host => host.Id).Distinct().Count());
        Assert.Equal(seen.Select(host => host.Name).Order(StringComparer.Ordinal), seen.Select(host => host.Name));
    }

    [Fact]
    public async Task Labels_narrow_the_list_and_new_labels_move_a_host_to_another_policy()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (fra, ams) = (await server.EnrolAsync("a", labels: ("site", "fra")), await server.EnrolAsync("b", labels: ("site", "ams")));
        await api.PublishAsync(Api.Iw10, assign: "site:ams");
        Assert.Equal("b", Assert.Single((await api.GetAsync($"{FleetPaths.Hosts}?q=site:ams", HostsJson.Default.HostPage)).Hosts).Name);
        Assert.Null(await fra.TakeAsync());
        Assert.NotNull(await ams.TakeAsync());

        var request = new LabelsRequest(new Dictionary<string, string> { ["site"] = "ams" }, "moved");
        using var answer = await api.PutAsJsonAsync(FleetPaths.HostLabels("a"), request, AdministrationJson.Default.LabelsRequest);
        Assert.Equal("edge", (await answer.ReadAsync(HostsJson.Default.HostSummary)).Policy);
        Assert.NotNull(await fra.TakeAsync());
    }

    [Theory]
    [InlineData("os", "linux")]
    [InlineData("Site", "fra")]
    [InlineData("site", "a b")]
    public async Task Labels_that_no_selector_could_name_are_refused(string key, string value)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync();
        var request = new LabelsRequest(new Dictionary<string, string> { [key] = value }, "why not");
        await (await api.PutAsJsonAsync(FleetPaths.HostLabels("web-1"), request, AdministrationJson.Default.LabelsRequest)).ProblemAsync(
            HttpStatusCode.BadRequest
        );
    }

    [Fact]
    public async Task A_filter_or_limit_that_is_not_understood_is_an_error_not_everything()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await (await api.GetAsync($"{FleetPaths.Hosts}?q=Site:fra")).ProblemAsync(HttpStatusCode.BadRequest);
        await (await api.GetAsync($"{FleetPaths.Hosts}?limit=0")).ProblemAsync(HttpStatusCode.BadRequest);
        await (await api.GetAsync($"{FleetPaths.Hosts}?limit=ten")).ProblemAsync(HttpStatusCode.BadRequest);
        await (await api.GetAsync(FleetPaths.Host("nobody"))).ProblemAsync(HttpStatusCode.NotFound);
        await (await api.GetAsync("/api/v1/nonsense")).ProblemAsync(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task A_retired_host_is_out_at_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        await server.WritePresencesAsync();
        var seen = (await api.DetailAsync("web-1")).Summary.LastSeen;
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.HostRetire("web-1"),
            new ReasonRequest("scrapped"),
            AdministrationJson.Default.ReasonRequest
        );
        Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode);
        await (await host.CheckInAsync()).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(0, (await api.GetAsync(FleetPaths.Hosts, HostsJson.Default.HostPage)).Total);
        var left = (await api.DetailAsync(host.Id)).Summary;
        Assert.NotNull(left.Retired);
        Assert.Equal((true, seen), (seen is not null, left.LastSeen));
    }
}
