using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

public sealed class RingOrderTests
{
    private static List<PlanHost> Hosts(int count, int stale = 0) =>
        [
            .. Enumerable
                .Range(0, count)
                .Select(i => new PlanHost(
                    new HostIdentity(
                        $"h{i}",
                        $"web-{i}",
                        "linux",
                        "6.1",
                        new Dictionary<string, string>(StringComparer.Ordinal) { ["site"] = i % 10 == 0 ? "fra" : "ber" }
                    ),
                    i < stale,
                    ""
                )),
        ];

    private static int[] Sizes(Dictionary<string, int> rings, int count) =>
        [.. Enumerable.Range(1, count).Select(ring => rings.Values.Count(one => one == ring))];

    [Theory]
    [InlineData(1, new[] { 1, 0, 0, 0, 0 })]
    [InlineData(9, new[] { 1, 0, 0, 2, 6 })]
    [InlineData(100, new[] { 1, 0, 4, 20, 75 })]
    [InlineData(101, new[] { 1, 1, 4, 20, 75 })]
    [InlineData(1000, new[] { 1, 9, 40, 200, 750 })]
    public void The_standard_rings_count_from_the_first_and_round_up(int hosts, int[] sizes) =>
        Assert.Equal(sizes, Sizes(RingOrder.Of("r", RolloutRules.StandardRings, Hosts(hosts)), 5));

    [Fact]
    public void Who_is_first_depends_on_the_rollout_and_on_nothing_that_a_host_can_choose()
    {
        var hosts = Hosts(500);
        var first = RingOrder.Of("r1", RolloutRules.StandardRings, hosts);
        Assert.Equal(first, RingOrder.Of("r1", RolloutRules.StandardRings, [.. Enumerable.Reverse(hosts)]));
        var renamed = hosts.ConvertAll(host => host with { Identity = host.Identity with { Name = "aaa" } });
        Assert.Equal(first, RingOrder.Of("r1", RolloutRules.StandardRings, renamed));
        var other = RingOrder.Of("r2", RolloutRules.StandardRings, hosts);
        Assert.InRange(hosts.Count(host => first[host.Identity.Id] != other[host.Identity.Id]), 100, 400);
    }

    [Fact]
    public void Silent_hosts_are_in_the_last_ring_and_a_selector_takes_whom_it_matches()
    {
        var hosts = Hosts(100, stale: 20);
        RingRule[] rings =
        [
            new() { Selector = "label:site=fra" },
            new() { Percent = 50 },
            new() { Selector = "label:site=nowhere" },
            new() { Percent = 100 },
        ];
        rings[0] = new() { Selector = "site:fra" };
        rings[2] = new() { Selector = "site:nowhere" };
        var placed = RingOrder.Of("r", rings, hosts);
        Assert.Equal([8, 42, 0, 50], Sizes(placed, 4));
        Assert.All(hosts.Take(20), host => Assert.Equal(4, placed[host.Identity.Id]));
    }

    [Fact]
    public void Who_is_planned_anew_comes_behind_the_rings_that_have_begun()
    {
        var placed = RingOrder.Of("r", RolloutRules.StandardRings, Hosts(900), begun: 2, placed: 100);
        Assert.Equal([0, 0, 0, 150, 750], Sizes(placed, 5));
    }
}
