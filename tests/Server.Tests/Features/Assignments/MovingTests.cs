using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Assignments;

/// <summary>A host whose labels or facts change follows another assignment from then on.</summary>
public sealed class MovingTests
{
    private const string Base = "policy: base\nwindow: { initcwnd: 4 }\nscopes: [default]\n";

    [Fact]
    public async Task A_host_whose_labels_change_follows_another_assignment()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Base, "*");
        await api.PublishAsync(Api.Iw10);
        await AssignAsync(api, "role:edge -site:lon,ams", "edge", 20);
        var host = await server.EnrolAsync(labels: [("role", "edge"), ("site", "ams")]);
        Assert.Equal("base", (await host.TakeAsync())!.Content.Policy);

        using var moved = await api.PutAsJsonAsync(
            FleetPaths.HostLabels(host.Id),
            new LabelsRequest(new Dictionary<string, string> { ["role"] = "edge", ["site"] = "fra" }, "moved"),
            AdministrationJson.Default.LabelsRequest
        );
        Assert.Equal(HttpStatusCode.OK, moved.StatusCode);
        Assert.Equal("edge", (await host.TakeAsync())!.Content.Policy);
    }

    [Fact]
    public async Task A_host_whose_kernel_is_upgraded_follows_another_assignment_also_after_a_restart()
    {
        var server = await RunningServer.StartAsync();
        var data = server.Data;
        using (var api = await server.ApiAsync())
        {
            await api.PublishAsync(Base, "*");
            await api.PublishAsync(Api.Iw10);
            await AssignAsync(api, "distribution:debian kernel:>=6.12 owner:networkmanager", "edge", 20);
        }
        var host = await server.EnrolAsync();
        Assert.Equal("base", (await host.TakeAsync())!.Content.Policy);

        await host.DurableAsync(
            new ReportLine
            {
                Number = 1,
                At = DateTimeOffset.UnixEpoch,
                Facts = host.Facts with { Kernel = "6.12.4-amd64" },
            }
        );
        Assert.Equal("base", (await FollowsAsync(server, host.Id)).Policy);
        var state = host.State(4, 4);
        state = state with { Targets = [state.Targets[0] with { Owner = "NetworkManager 'wired' (static)" }] };
        await host.DurableAsync(
            new ReportLine
            {
                Number = 2,
                At = DateTimeOffset.UnixEpoch,
                State = state,
            }
        );
        Assert.Equal("edge", (await host.TakeAsync())!.Content.Policy);

        await server.StopAsync();
        await using var again = await RunningServer.StartAsync(data);
        Assert.Equal("edge", (await FollowsAsync(again, host.Id)).Policy);
    }

    private static async Task<HostSummary> FollowsAsync(RunningServer server, string id)
    {
        using var api = await server.ApiAsync();
        return (await api.GetAsync(FleetPaths.Host(id), HostsJson.Default.HostDetail)).Summary;
    }

    private static async Task AssignAsync(HttpClient api, string selector, string policy, int priority)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Assignments,
            new AssignRequest(selector, policy, priority, "for the test"),
            PoliciesJson.Default.AssignRequest
        );
        Assert.Equal(HttpStatusCode.Created, answer.StatusCode);
    }
}
