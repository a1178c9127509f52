using System.Text.Json.Nodes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>The kernel's pitfalls, each shown to be avoided.</summary>
public sealed class LinuxTunerTests : IDisposable
{
    private static readonly Window Wanted = new(20, null);

    private readonly RouteZoo _zoo = new();

    [Fact]
    public void Two_routes_of_one_key_are_reported_and_never_replaced()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2");
        _zoo.Host.Ip("route append default via 10.98.0.2");
        var oracle = _zoo.Oracle();
        var first = _zoo.Target("ipv4 main default via 10.99.0.2 dev v0");
        var second = _zoo.Target("ipv4 main default via 10.98.0.2 dev v1");
        foreach (var alias in (Target[])[first, second])
        {
            Assert.Equal(StrategyKind.ReportOnly, alias.Strategy.Kind);
            Assert.Contains(
                "nothing can precede that; give it a larger metric",
                Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(alias, Wanted))).Reason,
                StringComparison.Ordinal
            );
        }
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Fact]
    public void A_route_that_got_a_twin_after_planning_is_left_alone()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2");
        var planned = _zoo.Target("ipv4 main default via 10.99.0.2 dev v0");
        _zoo.Host.Ip("route prepend default via 10.98.0.2");
        var oracle = _zoo.Oracle();
        Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(planned, Wanted)));
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Fact]
    public void A_blackhole_of_the_same_key_counts_as_a_twin()
    {
        _zoo.Host.Ip("route add 10.1.0.0/16 via 10.99.0.2");
        _zoo.Host.Ip("route append blackhole 10.1.0.0/16");
        var oracle = _zoo.Oracle();
        var target = Assert.Single(_zoo.Read().Targets, target => target.Id.Contains("10.1.0.0/16", StringComparison.Ordinal));
        Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(target, Wanted)));
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Fact]
    public void Twins_that_nothing_tells_apart_still_have_an_id_each()
    {
        _zoo.Host.Ip("route add 10.1.0.0/16 via 10.99.0.2");
        _zoo.Host.Ip("route append 10.1.0.0/16 via 10.99.0.2 initcwnd 3");
        _zoo.Host.Ip("route append 10.1.0.0/16 via 10.99.0.2 initcwnd 4");
        var ids = _zoo.Read().Targets.Select(target => target.Id).ToList();
        Assert.Equal(ids.Count, ids.Distinct(StringComparer.Ordinal).Count());
        Assert.Contains("ipv4 main 10.1.0.0/16 via 10.99.0.2 dev v0 proto boot #2", ids);
    }

    [Fact]
    public void An_ipv6_group_keeps_all_its_legs()
    {
        _zoo.Host.Ip("-6 route add default nexthop via fd99::2 nexthop via fd98::2");
        var oracle = _zoo.Oracle();
        var group = Assert.Single(_zoo.Read().Targets, target => target is { IsDefault: true });
        Assert.Equal(StrategyKind.ReportOnly, group.Strategy.Kind);
        Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(group, Wanted)));
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Fact]
    public void A_route_that_expires_still_does_after_a_change()
    {
        _zoo.Host.Ip("-6 route add fd01::/48 via fd99::2 expires 600");
        _zoo.MustApply(new Step.Set(_zoo.Target("ipv6 main fd01::/48 via fd99::2 dev v0 metric 1024"), Wanted));
        var route = JsonNode.Parse(_zoo.Host.Ip("-json -6 route show fd01::/48"))!.AsArray().Single()!;
        Assert.InRange((int)route["expires"]!, 590, 601);
    }

    [Fact]
    public void An_ipv6_route_over_a_nexthop_object_keeps_it()
    {
        _zoo.Host.Ip("nexthop add id 20 via fd99::2 dev v0");
        _zoo.Host.Ip("-6 route add fd01::/48 nhid 20");
        var oracle = _zoo.Oracle();
        var before = _zoo.Target("ipv6 main fd01::/48 nhid 20 metric 1024");
        _zoo.MustApply(new Step.Set(before, Wanted));
        var changed = _zoo.Target(before.Id);
        Assert.Equal(Wanted, changed.Current);
        Assert.Contains("nhid 20", _zoo.Host.Ip("-6 route show fd01::/48"), StringComparison.Ordinal);
        _zoo.MustApply(new Step.PutBack(changed, RouteZoo.Image(before, _zoo.Read())));
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Theory]
    [InlineData("10")]
    [InlineData("30")]
    public void An_ipv4_route_over_a_nexthop_object_is_reported_because_later_ones_would_inherit(string nexthop)
    {
        _zoo.Host.Ip("nexthop add id 10 via 10.99.0.2 dev v0");
        _zoo.Host.Ip("nexthop add id 11 via 10.98.0.2 dev v1");
        _zoo.Host.Ip("nexthop add id 30 group 10,2/11");
        _zoo.Host.Ip($"route add 10.1.0.0/16 nhid {nexthop}");
        var oracle = _zoo.Oracle();
        Assert.Contains(
            "nexthop object",
            Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(_zoo.Target($"ipv4 main 10.1.0.0/16 nhid {nexthop}"), Wanted))).Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(oracle, _zoo.Oracle());

        // Tests the kernel's own behaviour, so that a change of it is noticed.
        _zoo.Host.Ip($"route change 10.1.0.0/16 nhid {nexthop} initcwnd 20");
        _zoo.Host.Ip($"route add 10.2.0.0/16 nhid {nexthop}");
        Assert.Contains("initcwnd 20", _zoo.Host.Ip("route show 10.2.0.0/16"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_route_whose_link_is_down_can_be_changed()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2");
        _zoo.Host.Ip("route add 10.1.0.0/16 nexthop via 10.99.0.2 nexthop via 10.98.0.2");
        _zoo.LoseCarrier();
        foreach (
            var id in (string[])
                [
                    "ipv4 main default via 10.99.0.2 dev v0",
                    "ipv4 main 10.1.0.0/16 nexthop via 10.99.0.2 dev v0 nexthop via 10.98.0.2 dev v1",
                ]
        )
            _zoo.MustApply(new Step.Set(_zoo.Target(id), Wanted));
    }

    [Fact]
    public void A_link_that_went_down_after_planning_does_not_make_it_another_route()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2");
        var planned = _zoo.Target("ipv4 main default via 10.99.0.2 dev v0");
        _zoo.LoseCarrier();
        _zoo.MustApply(new Step.Set(planned, Wanted));
    }

    [Fact]
    public void A_route_that_changed_after_planning_is_refused()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2");
        var planned = _zoo.Target("ipv4 main default via 10.99.0.2 dev v0");
        _zoo.Host.Ip("route change default via 10.98.0.2");
        var oracle = _zoo.Oracle();
        Assert.Contains(
            "plan again",
            Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(planned, Wanted))).Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Theory]
    [InlineData("route add default via 10.99.0.2", "route del default", "ipv4 main default via 10.99.0.2 dev v0")]
    [InlineData("route add default via 10.99.0.2 table 1000", "route flush table 1000", "ipv4 table 1000 default via 10.99.0.2 dev v0")]
    public void A_route_that_went_away_is_not_made_again(string add, string remove, string id)
    {
        _zoo.Host.Ip(add);
        var planned = _zoo.Target(id);
        _zoo.Host.Ip(remove);
        var oracle = _zoo.Oracle();
        Assert.Contains("gone", Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(planned, Wanted))).Reason, StringComparison.Ordinal);
        Assert.IsType<Outcome.AlreadyThere>(_zoo.Apply(new Step.PutBack(planned, RouteZoo.Image(planned, _zoo.Read()))));
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Theory]
    [InlineData("bgp", "The routing daemon behind protocol bgp")]
    [InlineData("250", "IwTune does not know protocol 250")]
    public void A_route_that_its_owner_would_write_again_is_reported(string protocol, string why)
    {
        _zoo.Host.Ip($"-6 route add fd01::/48 via fd99::2 proto {protocol}");
        var target = _zoo.Target("ipv6 main fd01::/48 via fd99::2 dev v0 metric 1024");
        Assert.Equal(StrategyKind.ReportOnly, target.Strategy.Kind);
        Assert.Contains(why, target.Strategy.Why, StringComparison.Ordinal);
        Assert.Contains(why, Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(target, Wanted))).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Broadcast_multicast_and_blackhole_routes_are_no_targets()
    {
        _zoo.Host.Ip("route add blackhole 10.1.0.0/16");
        Assert.Equal(
            [
                "ipv4 local 10.98.0.1/32 dev v1",
                "ipv4 local 10.99.0.1/32 dev v0",
                "ipv4 local 127.0.0.0/8 dev lo",
                "ipv4 local 127.0.0.1/32 dev lo",
                "ipv4 main 10.98.0.0/24 dev v1",
                "ipv4 main 10.99.0.0/24 dev v0",
                "ipv6 local ::1/128 dev lo",
                "ipv6 local fd98::1/128 dev v1",
                "ipv6 local fd99::1/128 dev v0",
                "ipv6 main fd98::/64 dev v1 metric 256",
                "ipv6 main fd99::/64 dev v0 metric 256",
            ],
            _zoo.Read()
                .Targets.Select(target => target.Id)
                .Where(id => !id.Contains("fe80", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal)
        );
    }

    public void Dispose() => _zoo.Dispose();
}
