using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>Bake time is time in which enough hosts of the ring were heard.</summary>
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
        Assert.EndsWith(
            "none of its hosts is heard with it now, and this time does not count.",
            waits.Summary.Sentence,
            StringComparison.Ordinal
        );

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

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task A_ring_is_observed_while_half_of_its_hosts_are_heard_or_all_but_those_that_may_fail(int mayFail)
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiAsync();
        var hosts = await server.FleetAsync(anna, 4);
        var rules = Rolling.Quick([new() { Hosts = 3 }, new() { Percent = 100 }]) with { BakeSeconds = 600, MaxFailed = mayFail };
        var before = hosts[0].Held!.Digest;
        var id = (await anna.RollAsync(await anna.StageAsync(Api.Iw10), rules)).Summary.Id;
        await server.UntilAsync(anna, id, hosts, one => one.Summary.Applied == 3);
        var ring = hosts.Where(host => host.Held!.Digest != before).ToList();

        // Both others have missed a check-in then.
        await HeardAsync(ring[..1], steps: 20);
        var observed = (await anna.RolloutAsync(id)).Rings[0].BakedSeconds;
        await HeardAsync(ring[..1], steps: 6);
        var seen = await anna.RolloutAsync(id);
        Assert.Equal(RolloutState.Running, seen.Summary.State);
        Assert.InRange(seen.Rings[0].BakedSeconds - observed, mayFail == 0 ? 0 : 25, mayFail == 0 ? 0 : 35);
        const string Few = "only 1 of 3 hosts is heard with it now, and this time does not count.";
        Assert.Equal(mayFail == 0, seen.Summary.Sentence.EndsWith(Few, StringComparison.Ordinal));

        await HeardAsync(ring[..2], steps: 6);
        Assert.InRange((await anna.RolloutAsync(id)).Rings[0].BakedSeconds - seen.Rings[0].BakedSeconds, 20, 35);

        async Task HeardAsync(IReadOnlyList<TestHost> heard, int steps)
        {
            for (var i = 0; i < steps; i++)
            {
                server.Clock.Advance(TimeSpan.FromSeconds(5));
                foreach (var host in heard)
                    (await host.CheckInAsync()).Dispose();
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
