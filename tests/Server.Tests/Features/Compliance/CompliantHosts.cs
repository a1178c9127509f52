using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance;

internal static class CompliantHosts
{
    /// <summary>A compliant host with a policy, web-1 in fra.</summary>
    public static async Task<TestHost> CompliantAsync(this RunningServer server, HttpClient api)
    {
        await api.PublishAsync(Api.Iw3, assign: "site:fra");
        var host = await server.EnrolAsync("web-1", labels: ("site", "fra"));
        await host.TakeAsync();
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(3, 3)));
        return host;
    }

    /// <summary>Beside it one that is compliant without a policy, web-2 in ams; both are judged.</summary>
    public static async Task BothCompliantAsync(this RunningServer server, HttpClient api)
    {
        await server.CompliantAsync(api);
        await (await server.EnrolAsync("web-2", labels: ("site", "ams"))).CheckInAsync();
        await Until.TrueAsync(
            async () => (await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance)).States[Verdict.Compliant] == 2,
            () => "not both are compliant"
        );
    }
}
