using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A plan leaves out hosts that cannot apply the revision, whatever their system.</summary>
public sealed class UnableHostTests : IAsyncDisposable
{
    private RunningServer server = null!;
    private HttpClient anna = null!;
    private IReadOnlyList<TestHost> hosts = [];

    [Fact]
    public async Task A_route_that_another_program_owns_keeps_its_host_out_of_every_ring()
    {
        await StartAsync();
        await TellAsync(hosts[0], state => state with { Targets = [state.Targets[0] with { Owner = "bird", Strategy = "report-only" }] });

        var plan = await PlanAsync();

        Assert.Equal((2, 1), (plan.Summary.Hosts, plan.Rings[0].Hosts));
        Assert.Equal([new RolloutExclusion("unsupported: route owned by bird", 1)], plan.Excluded);
    }

    [Fact]
    public async Task A_client_that_never_checked_in_is_left_out_for_what_it_is_as_the_impact_counts_it()
    {
        await StartAsync();
        await TestHost.EnrolAsync(server, await server.TokenAsync(), TestHost.WindowsFactsOf("client", "Windows 11 Pro", "10.0.22631.1"));
        await server.EnrolAsync("new");

        var excluded = (await PlanAsync()).Excluded;

        Assert.All(excluded, one => Assert.Equal(1, one.Hosts));
        Assert.Equal(2, excluded.Count);
        Assert.Contains(excluded, one => one.Reason == "never checked in");
        Assert.Contains(excluded, one => one.Reason.StartsWith("unsupported: A client edition of Windows", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_limit_of_the_host_that_refuses_the_window_keeps_it_out()
    {
        await StartAsync();
        await TellAsync(hosts[1], state => state with { Limits = new(6, null) });

        Assert.Equal([new RolloutExclusion("refused by a limit: above 6, max of the host's own limits", 1)], (await PlanAsync()).Excluded);
    }

    [Fact]
    public async Task A_host_that_can_change_one_of_its_routes_is_in_a_ring()
    {
        await StartAsync();
        await TellAsync(
            hosts[0],
            state =>
                state with
                {
                    Targets =
                    [
                        state.Targets[0],
                        state.Targets[0] with
                        {
                            Id = "ipv6 main default via fe80::1 dev eth0",
                            Owner = "bird",
                            Strategy = "report-only",
                        },
                    ],
                }
        );

        var plan = await PlanAsync();

        Assert.Equal(3, plan.Summary.Hosts);
        Assert.Empty(plan.Excluded);
    }

    [Fact]
    public async Task A_host_that_took_the_revision_on_one_of_its_routes_has_it()
    {
        await StartAsync();
        await anna.StageAsync(Api.Iw10);
        var id = (await anna.RollAsync(2, Rolling.Quick(new RingRule { Percent = 100, BakeSeconds = 3600 }))).Summary.Id;
        await server.UntilAsync(anna, id, [hosts[0], hosts[1]], one => one.Summary.Applied == 2);

        await hosts[2].TakeAsync();
        var state = hosts[2].State(10, 10) with { Revision = 2, Phase = BundlePhase.Applied };
        await hosts[2]
            .DurableAsync(
                hosts[2]
                    .Line(
                        state with
                        {
                            Targets =
                            [
                                state.Targets[0],
                                state.Targets[0] with
                                {
                                    Id = "ipv6 main default via fe80::1 dev eth0",
                                    Configured = new(3, null),
                                    Outcome = TargetOutcome.Refused,
                                    Reason = "route owned by bird",
                                },
                            ],
                        }
                    )
            );
        (await hosts[2].CheckInAsync()).Dispose();
        await server.UntilAsync(anna, id, [], one => one.Summary.Applied == 3);

        var host = (await anna.GetAsync($"{FleetPaths.RolloutHosts(id)}?state=Applied", RolloutJson.Default.RolloutHostPage)).Hosts.Single(
            one => one.Id == hosts[2].Id
        );
        Assert.StartsWith("only in part: 1 of 2 targets differs: ", host.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rollout_beside_unable_hosts_is_complete_without_a_person()
    {
        await StartAsync();
        await TellAsync(hosts[2], state => state with { Targets = [state.Targets[0] with { Owner = "bird", Strategy = "report-only" }] });
        await anna.StageAsync(Api.Iw10);
        var planned = await anna.RollAsync(2, Rolling.Quick(new() { Hosts = 1 }, new() { Hosts = 2 }, new() { Percent = 100 }));

        // A report under way is no other plan.
        using (var changed = await hosts[2].CheckInAsync(hash: "newer"))
            changed.EnsureSuccessStatusCode();
        var done = await server.UntilAsync(anna, planned.Summary.Id, [hosts[0], hosts[1]], RolloutState.Complete);

        Assert.Equal((2, 2), (done.Summary.Hosts, done.Summary.Applied));
        Assert.DoesNotContain(done.Events, happened => happened.Kind is RolloutEventKind.Voided or RolloutEventKind.GateHeld);
    }

    public async ValueTask DisposeAsync()
    {
        anna?.Dispose();
        if (server is not null)
            await server.DisposeAsync();
    }

    private async Task StartAsync()
    {
        server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        anna = await server.ApiAsync();
        hosts = await server.FleetAsync(anna, 3);
    }

    private async Task<RolloutDetail> PlanAsync()
    {
        var to = await anna.StageAsync(Api.Iw10);
        using var answer = await anna.PostAsJsonAsync(
            FleetPaths.RolloutPlan,
            new RolloutRequest("edge", to, "faster pages", Rolling.Quick()),
            RolloutJson.Default.RolloutRequest
        );
        return await answer.ReadAsync(RolloutJson.Default.RolloutDetail);
    }

    private static async Task TellAsync(TestHost host, Func<HostState, HostState> differs)
    {
        await host.DurableAsync(host.Line(differs(host.State(3, 3))));
        using var answer = await host.CheckInAsync();
        answer.EnsureSuccessStatusCode();
    }
}
