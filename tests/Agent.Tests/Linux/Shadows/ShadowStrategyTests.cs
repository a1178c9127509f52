using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>
/// A copy precedes the owner's route: everything is the same except protocol, metric and window, and nothing remains of it afterwards.
/// </summary>
public sealed class ShadowStrategyTests
{
    public static TheoryData<string, string> Zoo =>
        new()
        {
            { "route add default via 10.99.0.2 proto dhcp metric 100 src 10.99.0.1", "ipv4 main default via 10.99.0.2 dev v0 metric 100" },
            {
                "route add default via 10.99.0.2 proto static metric 1 initcwnd 7 initrwnd 9",
                "ipv4 main default via 10.99.0.2 dev v0 metric 1"
            },
            {
                "route add default via 192.0.2.1 dev v0 onlink proto static metric 100",
                "ipv4 main default via 192.0.2.1 dev v0 metric 100"
            },
            {
                "route add 10.1.0.0/16 via inet6 fd99::2 dev v0 proto static metric 100",
                "ipv4 main 10.1.0.0/16 via fd99::2 dev v0 metric 100"
            },
            {
                "route add 10.1.0.0/16 via 10.99.0.2 proto static metric 50 realms 3/7 congctl reno",
                "ipv4 main 10.1.0.0/16 via 10.99.0.2 dev v0 metric 50"
            },
            {
                "route add 10.1.0.0/16 via 10.99.0.2 proto static metric 50 src 10.98.0.1 tos 0x10 mtu lock 1400 advmss 1300 quickack 1 "
                    + "rto_min 5ms",
                "ipv4 main 10.1.0.0/16 tos 0x10 via 10.99.0.2 dev v0 metric 50"
            },
            {
                "route add 10.97.0.0/24 dev v0 proto kernel scope link src 10.99.0.1 metric 100",
                "ipv4 main 10.97.0.0/24 dev v0 metric 100"
            },
            {
                "route add default via 10.99.0.2 proto dhcp metric 100 table 1000",
                "ipv4 table 1000 default via 10.99.0.2 dev v0 metric 100"
            },
            {
                "-6 route add default via fd99::2 proto ra metric 100 pref high expires 600 mtu 1400 hoplimit 9",
                "ipv6 main default via fd99::2 dev v0 metric 100"
            },
            { "-6 route add default via fd99::2 proto static", "ipv6 main default via fd99::2 dev v0 metric 1024" },
            {
                "-6 route add fd01::/48 from fd99::/64 via fd99::2 proto static metric 77",
                "ipv6 main fd01::/48 from fd99::/64 via fd99::2 dev v0 metric 77"
            },
            {
                "-6 route add fd01::/48 via fd97::1 dev v0 onlink proto static mtu lock 1400 congctl reno",
                "ipv6 main fd01::/48 via fd97::1 dev v0 metric 1024"
            },
            { "-6 route add fd01::/64 dev v0 proto ra metric 256", "ipv6 main fd01::/64 dev v0 metric 256" },
        };

    [Theory]
    [MemberData(nameof(Zoo))]
    public void A_shadow_carries_all_that_the_route_does_and_goes_without_a_trace(string route, string id)
    {
        using var zoo = new RouteZoo();
        zoo.Manage("v0");
        zoo.Host.Ip(route);
        var oracle = zoo.Oracle();
        var before = zoo.Target(id);
        Assert.Null(before.OwnersWindow);

        var shadowed = zoo.Shadow(id, new Window(23, 45));
        Assert.Equal((new Window(23, 45), before.Current), (shadowed.Current, shadowed.OwnersWindow!));
        Assert.Equal(RouteZooTests.WithoutExpiry(before.Raw), RouteZooTests.WithoutExpiry(shadowed.Raw));
        Assert.Equal(zoo.Read().Targets.Count, zoo.Read().Targets.Select(target => target.Id).Distinct(StringComparer.Ordinal).Count());
        var shadow = Assert.Single(zoo.Shadows());
        Assert.Contains("initcwnd 23 ", shadow, StringComparison.Ordinal);
        Assert.Contains("initrwnd 45", shadow, StringComparison.Ordinal);
        Assert.IsType<Outcome.AlreadyThere>(zoo.Apply(new Step.Set(shadowed, new Window(23, 45))));

        zoo.MustApply(new Step.Set(shadowed, new Window(24, null)));
        Assert.Equal(new Window(24, null), zoo.Target(id).Current);
        Assert.Empty(zoo.Follow().Done);
        Assert.Single(zoo.Shadows());

        zoo.MustApply(new Step.PutBack(zoo.Target(id), RouteZoo.Image(before, zoo.Read())));
        Assert.Equal(oracle, zoo.Oracle());
        Assert.Equal(RouteZooTests.WithoutExpiry(before.Raw), RouteZooTests.WithoutExpiry(zoo.Target(id).Raw));
        Assert.IsType<Outcome.AlreadyThere>(zoo.Apply(new Step.PutBack(zoo.Target(id), RouteZoo.Image(before, zoo.Read()))));
    }
}
