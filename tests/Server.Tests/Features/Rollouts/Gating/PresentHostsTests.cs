using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>A gate judges the hosts that there are, as they are, and not those of an earlier time.</summary>
public sealed class PresentHostsTests
{
    [Fact]
    public async Task When_all_hosts_without_the_revision_have_left_no_gate_waits_for_their_connections()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiAsync();
        var hosts = await server.FleetAsync(anna, 3);
        var rules = Rolling.Quick() with { MinSamples = 200 };
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules)).Summary.Id;
        var held = await server.UntilAsync(anna, id, hosts, RolloutState.Holding);
        Assert.Contains("too few connections", held.Summary.Sentence, StringComparison.Ordinal);
        var canary = (await anna.GetAsync($"{FleetPaths.RolloutHosts(id)}?ring=1", RolloutJson.Default.RolloutHostPage)).Hosts[0].Id;

        foreach (var host in hosts.Where(host => host.Id != canary))
            await anna.RetireAsync(host);
        server.Clock.Jump(TimeSpan.FromSeconds(11));

        var done = await server.UntilAsync(anna, id, hosts.Where(host => host.Id == canary), RolloutState.Complete);
        var inputs = done.Rings[0].Gate!.Inputs.ToDictionary(input => input.Name, StringComparer.Ordinal);
        Assert.Equal("no control group is left: every host of the rollout was admitted", inputs[FirstFlightInput.Name].Sentence);
        Assert.NotEqual(GateVerdict.NotApplicable, inputs[OwnPastInput.Name].Verdict);
    }

    [Fact]
    public async Task A_ring_whose_hosts_have_settled_has_no_gate_that_waits_for_them()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiAsync();
        var hosts = await server.FleetAsync(anna, 1);
        var rules = Rolling.Quick(new RingRule { Percent = 100 }) with { BakeSeconds = 3600 };
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules)).Summary.Id;
        await server.UntilAsync(anna, id, [], one => one.Rings[0].Gate is not null);
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);

        await server.LookAsync();

        var gate = (await anna.RolloutAsync(id)).Rings[0].Gate!;
        Assert.All(gate.Inputs, input => Assert.DoesNotContain("not settled", input.Sentence, StringComparison.Ordinal));
    }
}
