using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>Bake time is time in which hosts of the ring were heard.</summary>
public sealed class ObservedTimeTests
{
    [Fact]
    public async Task A_ring_of_which_nothing_is_heard_does_not_pass_its_bake_time()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiAsync();
        var hosts = await server.FleetAsync(anna, 3);
        var before = hosts[0].Held!.Digest;
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { BakeSeconds = 60 })).Summary.Id;
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);
        var others = hosts.Where(host => host.Held!.Digest == before).ToList();

        await OnlyOthersAsync(steps: 40, TimeSpan.FromSeconds(5));
        var waits = await anna.RolloutAsync(id);
        Assert.Equal((RolloutState.Running, 1), (waits.Summary.State, waits.Summary.Ring));
        Assert.InRange(waits.Rings[0].BakedSeconds, 5, 45);
        Assert.EndsWith("none of its hosts is heard now, and this time does not count.", waits.Summary.Sentence, StringComparison.Ordinal);

        await OnlyOthersAsync(steps: 18, TimeSpan.FromSeconds(30));
        await server.UntilAsync(anna, id, [], RolloutState.RolledBack);

        async Task OnlyOthersAsync(int steps, TimeSpan step)
        {
            for (var i = 0; i < steps; i++)
            {
                server.Clock.Advance(step);
                foreach (var other in others)
                    (await other.CheckInAsync()).Dispose();
                await server.LookAsync();
            }
        }
    }

    [Fact]
    public async Task A_ring_that_was_unreachable_as_a_whole_holds_and_its_bake_time_goes_on_when_it_is_heard()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiAsync();
        var hosts = await server.FleetAsync(anna, 3);
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), Rolling.Quick() with { BakeSeconds = 60 })).Summary.Id;
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 1);

        server.Clock.Advance(TimeSpan.FromMinutes(30));
        await server.LookAsync();
        server.Clock.Advance(TimeSpan.FromMinutes(1));
        await server.LookAsync();
        var holds = await server.UntilAsync(anna, id, [], RolloutState.Holding);
        Assert.InRange(holds.Rings[0].BakedSeconds, 0, 45);

        await server.UntilAsync(anna, id, hosts, RolloutState.Running);
        for (var i = 0; i < 14; i++)
        {
            server.Clock.Advance(TimeSpan.FromSeconds(5));
            foreach (var host in hosts)
                await host.FollowAsync();
            await server.LookAsync();
        }
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Ring == 2);
    }
}
