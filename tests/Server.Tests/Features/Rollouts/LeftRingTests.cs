using System.Net;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A ring that all its hosts have left says nothing about the revision, and holds.</summary>
public sealed class LeftRingTests : IAsyncDisposable
{
    private RunningServer server = null!;
    private HttpClient anna = null!;
    private IReadOnlyList<TestHost> hosts = [];

    [Fact]
    public async Task A_canary_that_leaves_does_not_let_the_next_ring_start_before_a_person_promotes_it()
    {
        var id = await BegunAsync();
        var canary = await CanaryAsync(id);
        await anna.RetireAsync(canary);
        var others = hosts.Where(host => host != canary).ToList();
        var held = await server.UntilAsync(anna, id, others, RolloutState.Holding);

        Assert.Equal((1, 0, 1), (held.Summary.Ring, held.Summary.Applied, held.Summary.Admitted));
        Assert.Equal(GateVerdict.Inconclusive, held.Rings[0].Gate!.Verdict);
        Assert.StartsWith($"{HostInputs.Hosts}: all of them have left", held.Rings[0].Gate!.Sentence, StringComparison.Ordinal);

        await anna.TellAsync(id, RolloutAction.Promote);
        var done = await server.UntilAsync(anna, id, others, RolloutState.Complete);
        Assert.Equal(2, done.Summary.Applied);
    }

    [Fact]
    public async Task A_policy_that_loses_its_hosts_during_a_rollout_has_not_its_revision_released()
    {
        var id = await BegunAsync();
        var assignment = Assert.Single(await anna.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));
        using (var removed = await anna.DeleteAsync($"{FleetPaths.Assignment(assignment.Id)}?reason=oops"))
            Assert.Equal(HttpStatusCode.NoContent, removed.StatusCode);

        await server.UntilAsync(anna, id, [], RolloutState.Holding);
        await server.LookAsync();

        Assert.Equal(RolloutState.Holding, (await anna.RolloutAsync(id)).Summary.State);
        Assert.Equal(1, (await anna.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary.Released);
    }

    [Fact]
    public async Task A_policy_that_loses_its_hosts_between_two_rings_pauses_its_rollout()
    {
        var id = await BegunAsync();
        await anna.FreezeAsync(server.Clock.GetUtcNow().AddHours(9));
        await server.UntilAsync(anna, id, hosts, RolloutState.AwaitingWindow);
        var assignment = Assert.Single(await anna.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary));
        (await anna.DeleteAsync($"{FleetPaths.Assignment(assignment.Id)}?reason=oops")).EnsureSuccessStatusCode();
        var freeze = Assert.Single(await anna.GetAsync(FleetPaths.Freezes, RolloutJson.Default.IReadOnlyListFreeze));
        (await anna.DeleteAsync($"{FleetPaths.Freeze(freeze.Id)}?reason=over")).Dispose();

        var paused = await server.UntilAsync(anna, id, [], RolloutState.Paused);

        Assert.StartsWith("Paused: no host of the plan follows edge any more.", paused.Summary.Sentence, StringComparison.Ordinal);
        Assert.Equal(1, (await anna.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail)).Summary.Released);
        await anna.TellAsync(id, RolloutAction.Resume);
        await server.UntilAsync(anna, id, [], RolloutState.Complete);
    }

    public async ValueTask DisposeAsync()
    {
        anna.Dispose();
        await server.DisposeAsync();
    }

    /// <summary>A rollout whose canary has the revision to take.</summary>
    private async Task<string> BegunAsync()
    {
        server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        anna = await server.ApiAsync();
        hosts = await server.FleetAsync(anna, 3);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10))).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        return id;
    }

    private async Task<TestHost> CanaryAsync(string id)
    {
        var ring = await anna.GetAsync($"{FleetPaths.RolloutHosts(id)}?ring=1", RolloutJson.Default.RolloutHostPage);
        return hosts.Single(host => host.Id == ring.Hosts[0].Id);
    }
}
