using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>A shadow whose owner's route changed or is gone would misdirect packets, so it is updated or removed.</summary>
public sealed class ShadowKeepingTests : IDisposable
{
    private const string Default = "ipv4 main default via 10.99.0.2 dev v0 metric 100";
    private const string Default6 = "ipv6 main default via fd99::2 dev v0 metric 1024";

    private readonly RouteZoo _zoo = new();

    public ShadowKeepingTests() => _zoo.Manage("v0");

    [Theory]
    [InlineData("route del default metric 100")]
    [InlineData("route replace default via 10.99.0.3 dev v0 proto dhcp metric 100")]
    [InlineData("route replace default via 10.98.0.2 dev v1 proto dhcp metric 100")]
    public void A_shadow_whose_route_went_or_leaves_another_way_is_removed(string change)
    {
        Shadowed();
        _zoo.Host.Ip(change);
        var followed = _zoo.Follow();
        Assert.Contains(Default.Replace("100", "99", StringComparison.Ordinal), Assert.Single(followed.Done), StringComparison.Ordinal);
        Assert.Equal([Default], followed.LetGo);
        Assert.Empty(_zoo.Shadows());
    }

    [Theory]
    [InlineData("route replace default via 10.99.0.2 proto dhcp metric 100 src 10.99.0.1", "src 10.99.0.1")]
    [InlineData("route change default via 10.99.0.2 proto dhcp metric 100 mtu 1400", "mtu 1400")]
    public void What_the_owner_changed_in_its_route_is_copied_and_the_window_stays(string change, string copied)
    {
        Shadowed();
        _zoo.Host.Ip(change);
        Assert.Null(_zoo.Target(Default).OwnersWindow); // a copy that differs does not count as one
        Assert.Single(_zoo.Follow().Done);
        var shadow = Assert.Single(_zoo.Shadows());
        Assert.Contains(copied, shadow, StringComparison.Ordinal);
        Assert.Contains("initcwnd 20", shadow, StringComparison.Ordinal);
        Assert.Equal(ShadowZoo.Wanted, _zoo.Target(Default).Current);
        Assert.Empty(_zoo.Follow().Done);
    }

    [Fact]
    public void The_owners_own_window_may_change_behind_a_shadow_and_is_what_comes_back()
    {
        var before = Shadowed();
        _zoo.Host.Ip("route change default via 10.99.0.2 proto dhcp metric 100 initcwnd 7");
        Assert.Empty(_zoo.Follow().Done);
        Assert.Equal((ShadowZoo.Wanted, new Window(7, null)), (_zoo.Target(Default).Current, _zoo.Target(Default).OwnersWindow!));
        _zoo.MustApply(new Step.PutBack(_zoo.Target(Default), RouteZoo.Image(before, _zoo.Read())));
        Assert.Equal(new Window(7, null), _zoo.Target(Default).Current);
        Assert.Empty(_zoo.Shadows());
    }

    [Fact]
    public void Another_route_that_takes_the_shadows_metric_makes_it_go()
    {
        Shadowed();
        _zoo.Host.Ip("route append default via 10.98.0.2 dev v1 metric 99");
        Assert.Equal(StrategyKind.ReportOnly, _zoo.Target(Default).Strategy.Kind);
        Assert.Single(_zoo.Follow().Done);
        Assert.Empty(_zoo.Shadows());
        Assert.Contains("dev v1", _zoo.Host.Ip("route get 192.0.2.9"), StringComparison.Ordinal);
    }

    [Fact]
    public void Two_interfaces_whose_metrics_differ_by_one_keep_their_order()
    {
        _zoo.Manage("v1");
        _zoo.Host.Ip("route add default via 10.99.0.2 proto dhcp metric 100");
        _zoo.Host.Ip("route add default via 10.98.0.2 proto dhcp metric 101");
        var oracle = _zoo.Oracle();
        var second = _zoo.Target("ipv4 main default via 10.98.0.2 dev v1 metric 101");
        Assert.Contains(
            "differ by two or more",
            Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(second, ShadowZoo.Wanted))).Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(oracle, _zoo.Oracle());
        _zoo.Shadow(Default);
        Assert.Contains("dev v0", _zoo.Host.Ip("route get 192.0.2.9"), StringComparison.Ordinal);
    }

    [Fact]
    public void Two_interfaces_whose_metrics_differ_by_more_get_a_shadow_each_and_keep_their_order()
    {
        _zoo.Manage("v1");
        _zoo.Host.Ip("route add default via 10.99.0.2 proto dhcp metric 100");
        _zoo.Host.Ip("route add default via 10.98.0.2 proto dhcp metric 600");
        _zoo.Shadow(Default);
        _zoo.Shadow("ipv4 main default via 10.98.0.2 dev v1 metric 600", new Window(30, null));
        Assert.Equal(2, _zoo.Shadows().Length);
        Assert.Contains("dev v0", _zoo.Host.Ip("route get 192.0.2.9"), StringComparison.Ordinal);
        _zoo.Host.Ip("route del default metric 100");
        Assert.Single(_zoo.Follow().Done);
        Assert.Contains("dev v1", _zoo.Host.Ip("route get 192.0.2.9"), StringComparison.Ordinal);
        Assert.Contains("initcwnd 30", Assert.Single(_zoo.Shadows()), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_twins_that_leave_the_same_way_the_first_gets_the_shadow()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 metric 100");
        _zoo.Host.Ip("route append default via 10.99.0.2 metric 100 mtu 1400");
        var oracle = _zoo.Oracle();
        var before = _zoo.Target(Default);
        var shadowed = _zoo.Shadow(Default);
        Assert.Equal(ShadowZoo.Wanted, shadowed.Current);
        Assert.DoesNotContain("mtu", Assert.Single(_zoo.Shadows()), StringComparison.Ordinal);
        var twin = _zoo.Target($"{Default} proto boot");
        Assert.Equal((StrategyKind.ReportOnly, Window.Unset), (twin.Strategy.Kind, twin.Current));
        _zoo.MustApply(new Step.PutBack(shadowed, RouteZoo.Image(before, _zoo.Read())));
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Fact]
    public void Twins_that_leave_different_ways_are_left_to_the_kernel()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 metric 100");
        _zoo.Host.Ip("route append default via 10.98.0.2 metric 100");
        Assert.Contains("remove the choice between them", _zoo.Target(Default).Strategy.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void A_group_of_next_hops_is_left_alone()
    {
        _zoo.Host.Ip("route add default proto dhcp metric 100 nexthop via 10.99.0.2 nexthop via 10.98.0.2");
        var oracle = _zoo.Oracle();
        var group = _zoo.Target("ipv4 main default nexthop via 10.99.0.2 dev v0 nexthop via 10.98.0.2 dev v1 metric 100");
        Assert.Contains(
            "several next hops",
            Assert.IsType<Outcome.Refused>(_zoo.Apply(new Step.Set(group, ShadowZoo.Wanted))).Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Fact]
    public void At_start_only_what_the_journal_knows_of_stays()
    {
        Shadowed();
        _zoo.Host.Ip("-6 route add default via fd99::2 proto static");
        _zoo.Shadow(Default6);
        Assert.Contains("ipv6 main default", Assert.Single(_zoo.Sweep(Default)), StringComparison.Ordinal);
        Assert.Single(_zoo.Shadows());
        Assert.Single(_zoo.Sweep());
        Assert.Empty(_zoo.Shadows());
        Assert.Empty(_zoo.Sweep());
    }

    [Fact]
    public void Standing_down_takes_every_shadow_of_every_table_and_the_routes_stay()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 proto dhcp metric 100 table 1000");
        _zoo.Host.Ip("-6 route add default via fd99::2 proto ra");
        var oracle = _zoo.Oracle();
        _zoo.Shadow("ipv4 table 1000 default via 10.99.0.2 dev v0 metric 100");
        _zoo.Shadow(Default6);
        Assert.Equal(2, _zoo.StandDown().Count);
        Assert.Equal(oracle, _zoo.Oracle());
        Assert.Empty(_zoo.StandDown());
    }

    [Fact]
    public void A_shadow_that_nobody_renews_ends_by_itself_and_renewing_keeps_it()
    {
        _zoo.Host.Ip("-6 route add default via fd99::2 proto ra expires 8");
        _zoo.Shadow(Default6);
        Assert.Matches("expires [5-8]sec", Assert.Single(_zoo.Shadows()));
        _zoo.Host.Ip("-6 route change default via fd99::2 proto ra expires 900");
        Assert.InRange(_zoo.Follow().Again!.Value.TotalSeconds, 1, 30);
        Assert.Matches("expires (60|59|5[0-9])sec", Assert.Single(_zoo.Shadows()));
        _zoo.Host.Ip("-6 route change default via fd99::2 proto ra expires 3");
        _zoo.Follow();
        Assert.Matches("expires [1-3]sec", Assert.Single(_zoo.Shadows()));
    }

    [Fact]
    public void Ipv4_has_nothing_to_renew()
    {
        Shadowed();
        Assert.Null(_zoo.Follow().Again);
    }

    public void Dispose() => _zoo.Dispose();

    private Target Shadowed()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 proto dhcp metric 100");
        var before = _zoo.Target(Default);
        _zoo.Shadow(Default);
        return before;
    }
}
