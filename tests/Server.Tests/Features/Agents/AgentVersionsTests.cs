using System.Net;
using IwTune.Lab;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Agents;

public sealed class AgentVersionsTests
{
    [Fact]
    public async Task Agents_are_counted_by_version_and_held_against_the_server_without_packages()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var token = await server.TokenAsync();
        await TestHost.EnrolAsync(server, token, Of("a", "0.0.9"));
        await TestHost.EnrolAsync(server, token, Of("b", "0.0.10"));
        await TestHost.EnrolAsync(server, token, Of("c", "0.0.10"));
        await TestHost.EnrolAsync(server, token, Of("d", ServerVersion.Text));
        await TestHost.EnrolAsync(server, token, Of("e", "999.1"));
        await TestHost.EnrolAsync(server, token, Of("f", "trunk"));
        await TestHost.EnrolAsync(server, token, TestHost.WindowsFactsOf("w") with { AgentVersion = "0.0.10" });

        var agents = await api.GetAsync(FleetPaths.Agents, AgentsJson.Default.FleetAgents);

        Assert.Equal((7, 4), (agents.Hosts, agents.Behind));
        Assert.Equal(
            [
                ("999.1", "linux", 1, AgentStanding.Ahead),
                (ServerVersion.Text, "linux", 1, AgentStanding.Current),
                ("0.0.10", "linux", 2, AgentStanding.Behind),
                ("0.0.10", "windows", 1, AgentStanding.Behind),
                ("0.0.9", "linux", 1, AgentStanding.Behind),
                ("trunk", "linux", 1, AgentStanding.Unknown),
            ],
            agents.Versions.Select(one => (one.Version, one.Os, one.Hosts, one.Standing))
        );
        Assert.All(agents.Newest, one => Assert.Equal((ServerVersion.Text, AgentReleaseSource.Server), (one.Version, one.From)));
        Assert.False(agents.Packages.Served);
        foreach (var group in agents.Versions)
        {
            var found = await api.GetAsync($"{FleetPaths.Hosts}?q={Uri.EscapeDataString(group.Query)}", HostsJson.Default.HostPage);
            Assert.Equal(group.Hosts, found.Matched);
        }
    }

    [Fact]
    public async Task An_agent_is_silent_by_the_rule_of_verdicts_and_not_for_time_in_which_the_server_was_away()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        (await host.CheckInAsync()).Dispose();
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        Assert.Equal(1, await SilentAsync());
        // As after a start.
        server.Get<HostDirectory>().Find(host.Id)!.ListenedSince = server.Clock.GetUtcNow().ToUnixTimeMilliseconds();
        Assert.Equal(0, await SilentAsync());

        async Task<int> SilentAsync() =>
            Assert.Single((await api.GetAsync(FleetPaths.Agents, AgentsJson.Default.FleetAgents)).Versions).Silent;
    }

    [Fact]
    public async Task Rings_stay_the_same_while_hosts_are_upgraded_and_trouble_stops_the_advice()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var token = await server.TokenAsync();
        var hosts = new List<TestHost>();
        for (var i = 0; i < 20; i++)
        {
            hosts.Add(await TestHost.EnrolAsync(server, token, Of($"web-{i}", "0.1.0")));
            using var seen = await hosts[^1].CheckInAsync();
        }
        const string question = "?rings=1,50%25,100%25&to=9.0.0";
        var before = await HostsAsync(question);
        var plan = await api.GetAsync(FleetPaths.AgentUpgrade + question, AgentsJson.Default.AgentUpgrade);
        Assert.Equal([1, 9, 10], plan.Rings.Select(ring => ring.Hosts));
        Assert.Equal((1, "Upgrade ring 1: 1 of 1 hosts have an older version."), (plan.Next, plan.Advice));

        var first = before.Single(host => host.Ring == 1);
        await UpgradeAsync(first.Id);
        plan = await api.GetAsync(FleetPaths.AgentUpgrade + question, AgentsJson.Default.AgentUpgrade);
        Assert.Equal((2, 1, "Upgrade ring 2: 9 of 9 hosts have an older version."), (plan.Next, plan.Upgraded, plan.Advice));
        Assert.Equal(Places(before), Places(await HostsAsync(question)));

        server.Clock.Advance(TimeSpan.FromMinutes(10));
        await Until.TrueAsync(
            async () => (await api.GetAsync(FleetPaths.AgentUpgrade + question, AgentsJson.Default.AgentUpgrade)).Rings[0].Troubled == 1,
            () => "the silent host does not count as troubled"
        );
        plan = await api.GetAsync(FleetPaths.AgentUpgrade + question, AgentsJson.Default.AgentUpgrade);
        Assert.StartsWith("Do not continue: of the upgraded hosts, 1", plan.Advice, StringComparison.Ordinal);

        async Task<IReadOnlyList<AgentHost>> HostsAsync(string with) =>
            await api.GetAsync(FleetPaths.AgentUpgradeHosts + with, AgentsJson.Default.IReadOnlyListAgentHost);
        async Task UpgradeAsync(string id)
        {
            var host = hosts.Single(one => one.Id == id);
            await host.DurableAsync(
                new ReportLine
                {
                    Number = 1,
                    At = DateTimeOffset.UnixEpoch,
                    Facts = host.Facts with { AgentVersion = "9.0.0" },
                }
            );
        }
        static IEnumerable<(string, int)> Places(IEnumerable<AgentHost> all) => all.Select(host => (host.Id, host.Ring)).Order();
    }

    [Fact]
    public async Task Everything_that_is_wrong_with_a_request_is_named_at_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var refused = await (
            await api.GetAsync($"{FleetPaths.AgentUpgrade}?q=agent:0.1.0+state:error&rings=10%25,5%25&to=newest")
        ).ProblemAsync(HttpStatusCode.BadRequest);
        foreach (var part in (string[])["q: 'agent:'", "q: 'state:'", "rings: ", "to: 'newest'"])
            Assert.Contains(part, refused.Detail, StringComparison.Ordinal);
        await (await api.GetAsync($"{FleetPaths.AgentUpgradeHosts}?ring=4")).ProblemAsync(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task Only_the_callers_hosts_are_counted()
    {
        await using var server = await RunningServer.StartAsync();
        await server.EnrolAsync("a", labels: ("site", "fra"));
        await server.EnrolAsync("b", labels: ("site", "ams"));
        using var theirs = await server.ApiAsync(Role.Viewer, "site:fra");
        Assert.Equal(1, (await theirs.GetAsync(FleetPaths.Agents, AgentsJson.Default.FleetAgents)).Hosts);
        Assert.Equal(1, (await theirs.GetAsync(FleetPaths.AgentUpgrade, AgentsJson.Default.AgentUpgrade)).Hosts);
    }

    private static HostFacts Of(string name, string version) => TestHost.FactsOf(name) with { AgentVersion = version };
}
