using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Linux.Netlink;

namespace IwTune.Agent.Tests.Linux.Strategies;

/// <summary>Which routes may be overwritten, by protocol and by the program that manages the interface.</summary>
public sealed class StrategyChoiceTests
{
    private const string Nm = InterfaceOwners.NetworkManager;
    private const string Networkd = InterfaceOwners.Networkd;
    private static readonly string Run = Path.Combine(AppContext.BaseDirectory, "fixtures", "linux", "run");

    [Theory]
    [InlineData(RouteProtocol.Boot, null)]
    [InlineData(RouteProtocol.Boot, Nm)]
    [InlineData(RouteProtocol.Boot, Networkd)]
    [InlineData(RouteProtocol.Static, null)]
    [InlineData(RouteProtocol.Dhcp, null)]
    [InlineData(RouteProtocol.Kernel, null)]
    [InlineData(RouteProtocol.Kernel, Networkd)]
    public void A_route_that_nobody_rewrites_is_set_in_place(byte protocol, string? manager) =>
        Assert.Equal(StrategyKind.InPlace, Choose(protocol, manager).Kind);

    [Theory]
    [InlineData(RouteProtocol.Static, Nm)]
    [InlineData(RouteProtocol.Static, Networkd)]
    [InlineData(RouteProtocol.Dhcp, Nm)]
    [InlineData(RouteProtocol.Dhcp, Networkd)]
    [InlineData(RouteProtocol.Kernel, Nm)]
    [InlineData(RouteProtocol.RouterAdvertisement, Networkd)]
    public void A_route_that_its_manager_would_copy_gets_a_shadow_and_the_manager_is_named(byte protocol, string manager)
    {
        var strategy = Choose(protocol, manager, metric: 100);
        Assert.Equal(StrategyKind.Shadow, strategy.Kind);
        Assert.True(strategy.NeedsAgent);
        Assert.StartsWith(manager, strategy.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_can_stand_before_metric_zero()
    {
        var strategy = Choose(RouteProtocol.Static, Nm);
        Assert.Equal(StrategyKind.ReportOnly, strategy.Kind);
        Assert.Contains("Its metric is 0", strategy.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void A_shadow_never_jumps_above_another_route()
    {
        var strategy = Choose(RouteProtocol.Static, Nm, metric: 101, RouteNeighbours.None with { Before = true });
        Assert.Equal(StrategyKind.ReportOnly, strategy.Kind);
        Assert.Contains("would need metric 100", strategy.Why, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, true, StrategyKind.Shadow)]
    [InlineData(false, true, StrategyKind.ReportOnly)]
    [InlineData(true, false, StrategyKind.ReportOnly)]
    public void Of_routes_that_share_a_key_only_the_first_gets_a_shadow_and_only_when_all_go_one_way(
        bool first,
        bool oneWay,
        StrategyKind expected
    )
    {
        var strategy = Choose(RouteProtocol.Boot, null, metric: 100, new RouteNeighbours(SameKey: 2, first, oneWay, Before: false));
        Assert.Equal(expected, strategy.Kind);
        Assert.StartsWith("2 routes have this destination and metric", strategy.Why, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(11, "zebra")]
    [InlineData(12, "bird")]
    [InlineData(84, "ovn")]
    [InlineData(186, "bgp")]
    public void A_routing_daemon_is_named(byte protocol, string daemon) =>
        Assert.Contains($"protocol {daemon}", Choose(protocol, null).Why, StringComparison.Ordinal);

    [Fact]
    public void Encapsulated_routes_are_reported()
    {
        var encapsulated = Capture.Routes("ipv4").Single(route => route.HasEncap);
        Assert.Contains(
            "encapsulates",
            StrategyChoice.For(encapsulated, RouteNeighbours.None, new RouteOwner(null, RouteSource.Unknown)).Described.Why,
            StringComparison.Ordinal
        );
    }

    /// <summary>In the captured state files, interface 3 is NetworkManager's, 5 networkd's, and 2 has no owner.</summary>
    private static Strategy Choose(byte protocol, string? manager, byte metric = 0, RouteNeighbours? near = null)
    {
        var leavesBy = (byte)(
            manager == Nm ? 3
            : manager == Networkd ? 5
            : 2
        );
        var route = RouteMessage.Read(
            new byte[]
            {
                RouteNumbers.Inet,
                0,
                0,
                0,
                254,
                protocol,
                0,
                1,
                0,
                0,
                0,
                0,
                8,
                0,
                4,
                0,
                leavesBy,
                0,
                0,
                0,
                8,
                0,
                6,
                0,
                metric,
                0,
                0,
                0,
            }
        );
        return StrategyChoice
            .For(route, near ?? RouteNeighbours.None, new Owners(new InterfaceOwners(Run), NetworkdReading.None).Of(route, "eth0"))
            .Described;
    }
}
