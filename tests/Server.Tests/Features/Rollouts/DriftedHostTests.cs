using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>A host that lost its window to another program has some time to repair it; until then its ring does not pass.</summary>
public sealed class DriftedHostTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_ring_with_a_drifted_host_holds_and_passes_once_it_is_repaired_or_fails(bool repaired)
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiAsync();
        var hosts = await server.FleetAsync(anna, 3);
        var before = hosts[0].Held!.Digest;
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { BakeSeconds = 60 })).Summary.Id;
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);
        var canary = hosts.Single(host => host.Held!.Digest != before);

        await canary.DurableAsync(canary.Line(Drifted(canary)));
        await PassAsync(steps: 20);

        var holds = await anna.RolloutAsync(id);
        Assert.Equal((RolloutState.Holding, 1, 1), (holds.Summary.State, holds.Summary.Ring, holds.Summary.Admitted));
        Assert.Contains(
            $"{HostInputs.Verification}: got it and did not verify: 0 of 1 host; at most 0 may fail; "
                + "1 host has drifted; a host that is not repaired within 10 min fails",
            holds.Summary.Sentence,
            StringComparison.Ordinal
        );
        if (repaired)
        {
            await canary.DurableAsync(canary.Line(canary.State(10, 10) with { Revision = 2 }));
            await PassAsync(steps: 4);
            await server.UntilAsync(anna, id, hosts, one => one.Summary.Ring == 2);
        }
        else
        {
            await PassAsync(steps: 110);
            var back = await server.UntilAsync(anna, id, [], RolloutState.RolledBack);
            Assert.Equal(1, back.Summary.Admitted);
        }

        async Task PassAsync(int steps)
        {
            for (var i = 0; i < steps; i++)
            {
                server.Clock.Advance(TimeSpan.FromSeconds(5));
                foreach (var host in hosts)
                    (await host.CheckInAsync()).Dispose();
                await server.LookAsync();
            }
        }
    }

    [Theory]
    [InlineData(0, 0, 1, GateVerdict.Inconclusive)]
    [InlineData(1, 0, 1, GateVerdict.Pass)]
    [InlineData(1, 1, 1, GateVerdict.Inconclusive)]
    [InlineData(0, 1, 1, GateVerdict.Fail)]
    public void A_drifted_host_of_an_earlier_ring_lets_the_next_ring_begin_only_where_it_may_fail(
        int most,
        int failed,
        int drifted,
        GateVerdict expected
    )
    {
        var rules = new RolloutRules { MaxFailed = most };
        var hosts = new HostsAfterGate([new(1, 20, failed, drifted)], new(20, 0), new(80, 0));

        var input = AfterGateInputs.Of(rules, hosts).Single(one => one.Name == AfterGateInputs.Failures);

        Assert.Equal(expected, input.Verdict);
        Assert.EndsWith("; 1 host has drifted; a host that is not repaired within 10 min fails", input.Sentence, StringComparison.Ordinal);
    }

    private static HostState Drifted(TestHost host)
    {
        var state = host.State(10, 3) with { Revision = 2 };
        return state with { Targets = [state.Targets[0] with { Outcome = TargetOutcome.Refused, Left = TargetLeft.OwnerFights }] };
    }
}
