using IwTune.Lab;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>Hosts that fail after the gate of their ring stop the rollout.</summary>
public sealed class AfterGateTests : IAsyncDisposable
{
    private static readonly RingRule[] Rings = [new() { Hosts = 1 }, new() { Hosts = 2 }, new() { Percent = 100 }];

    private RunningServer server = null!;
    private HttpClient anna = null!;
    private IReadOnlyList<TestHost> hosts = [];

    [Fact]
    public async Task A_host_that_fails_while_the_next_ring_waits_for_its_start_takes_the_revision_back()
    {
        await BeginAsync();
        var id = await FrozenAfterFirstRingAsync(GateFailure.RollBack);

        await FailAsync(Canary);

        var back = await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
        Assert.Equal(1, back.Summary.Admitted);
        Assert.Contains(
            $"the gate of ring 1 of 3 failed: {AfterGateInputs.Failures}: did not keep the revision: 1 of 1 host of ring 1",
            back.Summary.Sentence,
            StringComparison.Ordinal
        );
        Assert.Equal(GateVerdict.Fail, back.Rings[0].Gate!.Verdict);
    }

    [Fact]
    public async Task What_was_put_right_is_judged_again_and_the_rollout_goes_on()
    {
        await BeginAsync();
        var id = await FrozenAfterFirstRingAsync(GateFailure.Hold);
        await FailAsync(Canary);
        var held = await server.UntilAsync(anna, id, [], RolloutState.Holding);
        Assert.Contains(AfterGateInputs.Failures, held.Summary.Sentence, StringComparison.Ordinal);

        await Canary.DurableAsync(Canary.Line(Canary.State(10, 10) with { Revision = 2 }));
        await server.UntilAsync(anna, id, [], one => one.Summary.Failed == 0);
        await anna.TellAsync(id, RolloutAction.Resume);
        var freeze = Assert.Single(await anna.GetAsync(FleetPaths.Freezes, RolloutJson.Default.IReadOnlyListFreeze));
        (await anna.DeleteAsync($"{FleetPaths.Freeze(freeze.Id)}?reason=over")).Dispose();

        await server.UntilAsync(anna, id, hosts, RolloutState.Complete);
    }

    [Fact]
    public async Task A_host_of_an_earlier_ring_that_fails_fails_the_gate_of_the_ring_in_progress()
    {
        await BeginAsync();
        var id = (await RollAsync(GateFailure.RollBack, new() { Hosts = 2, BakeSeconds = 3600 })).Summary.Id;
        var second = await server.UntilAsync(anna, id, hosts, one => one.Summary is { Ring: 2, Applied: 2 });
        Assert.Contains(second.Rings[1].Gate?.Inputs ?? [], input => input.Name == AfterGateInputs.Unreachable);

        var canary = (await anna.GetAsync($"{FleetPaths.RolloutHosts(id)}?ring=1", RolloutJson.Default.RolloutHostPage)).Hosts[0].Id;
        await FailAsync(hosts.Single(host => host.Id == canary));

        var back = await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
        Assert.Equal(2, back.Summary.Admitted);
        Assert.Equal(GateVerdict.Fail, back.Rings[1].Gate!.Inputs.Single(input => input.Name == AfterGateInputs.Failures).Verdict);
    }

    [Fact]
    public async Task A_host_that_lost_the_revision_has_time_to_take_it_again()
    {
        await BeginAsync();
        var id = await FrozenAfterFirstRingAsync(GateFailure.RollBack);
        var canary = Canary;
        // Longer than a first delivery may take.
        server.Clock.Advance(TimeSpan.FromMinutes(35));
        canary.Held = null;
        await Until.TrueAsync(
            async () =>
            {
                foreach (var host in hosts)
                    (await host.CheckInAsync()).Dispose();
                await server.LookAsync();
                return (await anna.RolloutAsync(id)).Rings[0].States.ContainsKey(nameof(RolloutHostState.Admitted));
            },
            () => "the host has the revision"
        );
        Assert.Equal(RolloutState.AwaitingWindow, (await anna.RolloutAsync(id)).Summary.State);

        await canary.FollowAsync();

        await server.UntilAsync(anna, id, [], one => one.Summary.Applied == 1);
    }

    public async ValueTask DisposeAsync()
    {
        anna.Dispose();
        await server.DisposeAsync();
    }

    private TestHost Canary => hosts.Single(host => hosts.Count(other => other.Held!.Digest == host.Held!.Digest) == 1);

    private async Task BeginAsync()
    {
        server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        anna = await server.ApiOfAsync("anna");
        hosts = await server.FleetAsync(anna, 4);
    }

    private async Task<RolloutDetail> RollAsync(GateFailure onFailure, RingRule? second = null) =>
        await anna.RollAsync(
            await anna.StageAsync(Api.Iw10),
            Rolling.Quick([Rings[0], second ?? Rings[1], Rings[2]]) with
            {
                OnFailure = onFailure,
            }
        );

    private async Task<string> FrozenAfterFirstRingAsync(GateFailure onFailure)
    {
        var id = (await RollAsync(onFailure)).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Summary.Admitted == 1);
        await anna.FreezeAsync(server.Clock.GetUtcNow().AddHours(9));
        await server.UntilAsync(anna, id, hosts, RolloutState.AwaitingWindow);
        return id;
    }

    private static async Task FailAsync(TestHost host)
    {
        var state = host.State(10, 3) with { Revision = 2, Phase = BundlePhase.Failed, Reason = "permission denied" };
        await host.DurableAsync(
            host.Line(state with { Targets = [state.Targets[0] with { Outcome = TargetOutcome.Failed, Reason = "permission denied" }] })
        );
    }
}
