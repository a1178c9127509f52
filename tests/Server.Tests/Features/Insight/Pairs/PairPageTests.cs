using System.Net;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Insight.Pairs;

/// <summary>From two hosts' reports to the output for scripts and people.</summary>
public sealed class PairPageTests
{
    [Fact]
    public async Task A_receiver_that_announces_less_than_another_site_sends_is_named()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await ReportAsync(server, "a", "fra", initCwnd: 32, "4096 131072 6291456");
        await ReportAsync(server, "b", "ams", initCwnd: 10, "4096 32768 6291456");

        var pairs = await api.GetAsync(FleetPaths.Pairs, AdministrationJson.Default.FleetPairs);
        var pair = pairs.Pairs.Single(pair => pair is { From: "fra", To: "ams" });
        Assert.Equal((11, BindingTerm.PeerWindow), (pair.Most, pair.Binding));
        Assert.Equal(HttpStatusCode.BadRequest, (await api.GetAsync($"{FleetPaths.Pairs}?by=No%20Label")).StatusCode);

        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync("/insight/pairs");
        Assert.Contains("11", page.QuerySelector("table")!.TextContent, StringComparison.Ordinal);
        Assert.NotNull(await person.OpenAsync("/insight/pairs?by=nobody-has-it"));
    }

    private static async Task ReportAsync(RunningServer server, string name, string site, int initCwnd, string receiveBuffer)
    {
        var host = await TestHost.EnrolAsync(
            server,
            await server.TokenAsync(labels: ("site", site)),
            TestHost.FactsOf(name) with
            {
                Settings = new Dictionary<string, string>(StringComparer.Ordinal) { ["net.ipv4.tcp_rmem"] = receiveBuffer },
            }
        );
        await host.DurableAsync(host.Line(host.State(initCwnd, initCwnd)));
    }
}
