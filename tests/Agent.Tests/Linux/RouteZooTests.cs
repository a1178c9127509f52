using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>All attributes of a route survive a change and its rollback: the kernel's bytes and <c>ip</c> are the same as before.</summary>
public sealed class RouteZooTests
{
    public static TheoryData<string, string> Zoo =>
        new()
        {
            { "route add default via 10.99.0.2", "ipv4 main default via 10.99.0.2 dev v0" },
            { "route add default via 10.99.0.2 metric 100 initcwnd 7 initrwnd 9", "ipv4 main default via 10.99.0.2 dev v0 metric 100" },
            { "route add 10.1.0.0/16 via 10.99.0.2 realms 3/7", "ipv4 main 10.1.0.0/16 via 10.99.0.2 dev v0" },
            { "route add 10.1.0.0/16 via 10.99.0.2 congctl reno", "ipv4 main 10.1.0.0/16 via 10.99.0.2 dev v0" },
            {
                "route add 10.1.0.0/16 via 10.99.0.2 mtu lock 1400 advmss 1300 quickack 1 rto_min 5ms",
                "ipv4 main 10.1.0.0/16 via 10.99.0.2 dev v0"
            },
            { "route add 10.1.0.0/16 via 192.0.2.1 dev v0 onlink", "ipv4 main 10.1.0.0/16 via 192.0.2.1 dev v0" },
            { "route add 10.1.0.0/16 via inet6 fd99::2 dev v0", "ipv4 main 10.1.0.0/16 via fd99::2 dev v0" },
            {
                "route add 10.1.0.0/16 via 10.99.0.2 src 10.98.0.1 tos 0x10 proto static",
                "ipv4 main 10.1.0.0/16 tos 0x10 via 10.99.0.2 dev v0"
            },
            { "route add 10.1.0.0/16 table 1000 dev v1 scope link", "ipv4 table 1000 10.1.0.0/16 dev v1" },
            {
                "route add 10.1.0.0/16 mtu 1400 nexthop via 10.99.0.2 weight 3 nexthop via 192.0.2.1 dev v1 onlink",
                "ipv4 main 10.1.0.0/16 nexthop via 10.99.0.2 dev v0 weight 3 nexthop via 192.0.2.1 dev v1"
            },
            { "-6 route add default via fd99::2 pref high", "ipv6 main default via fd99::2 dev v0 metric 1024" },
            {
                "-6 route add fd01::/48 from fd99::/64 via fd99::2 metric 77",
                "ipv6 main fd01::/48 from fd99::/64 via fd99::2 dev v0 metric 77"
            },
            {
                "-6 route add fd01::/48 via fd99::2 mtu lock 1400 hoplimit 9 congctl reno",
                "ipv6 main fd01::/48 via fd99::2 dev v0 metric 1024"
            },
            { "-6 route add fd01::/48 via fd97::1 dev v0 onlink", "ipv6 main fd01::/48 via fd97::1 dev v0 metric 1024" },
            { "-6 route add fd01::/48 dev v1 table 300 expires 600", "ipv6 table 300 fd01::/48 dev v1 metric 1024" },
        };

    [Theory]
    [MemberData(nameof(Zoo))]
    public void A_change_and_its_roll_back_leave_every_byte_as_it_was(string route, string id)
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip(route);
        var oracle = zoo.Oracle();
        var before = zoo.Target(id);
        Assert.Equal(StrategyKind.InPlace, before.Strategy.Kind);

        Assert.IsType<Outcome.Applied>(zoo.Apply(new Step.Set(before, new Window(23, 45))));
        var changed = zoo.Target(id);
        Assert.Equal(new Window(23, 45), changed.Current);
        Assert.NotEqual(oracle, zoo.Oracle());
        Assert.IsType<Outcome.AlreadyThere>(zoo.Apply(new Step.Set(changed, new Window(23, 45))));

        Assert.IsType<Outcome.Applied>(zoo.Apply(new Step.PutBack(changed, RouteZoo.Image(before, zoo.Read()))));
        var after = zoo.Target(id);
        Assert.Equal(oracle, zoo.Oracle());
        Assert.Equal(WithoutExpiry(before.Raw), WithoutExpiry(after.Raw));
        Assert.IsType<Outcome.AlreadyThere>(zoo.Apply(new Step.PutBack(after, RouteZoo.Image(before, zoo.Read()))));
    }

    internal static string WithoutExpiry(ReadOnlyMemory<byte> raw)
    {
        var bytes = raw.ToArray();
        foreach (var attribute in new Attributes(raw.Span[RouteMessage.HeaderLength..]))
        {
            if (attribute.Route == RouteAttribute.CacheInfo)
                bytes.AsSpan(RouteMessage.HeaderLength + attribute.Offset, attribute.Payload.Length).Clear();
        }
        return Convert.ToHexString(bytes);
    }
}
