using IwTune.Agent.Ports;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.NetworkManager;

/// <summary>Routes from NetworkManager's own DHCP client have no place in a profile that could carry a window.</summary>
public sealed class LeaseTests
{
    private const string Default = "ipv4 main default via 10.99.0.2 dev eth0 metric 100";

    [Fact]
    public async Task A_leases_default_is_named_so_and_gets_a_copy_before_it()
    {
        using var site = await NetworkManagerSite.StartAsync("[ipv4]\nmethod=disabled\n[ipv6]\nmethod=ignore\n");
        using var server = await DnsmasqServer.StartAsync(site.Router, new("p0", "10.99.0.50", "10.99.0.50", "10.99.0.2"));
        site.Daemon.Nmcli("connection", "modify", "edge", "ipv4.method", "auto");
        site.Daemon.Nmcli("connection", "up", "edge");
        await site.RouteAsync("route show default", "proto dhcp");
        var routes = RouteImage.Of(site.Host);
        var target = site.Target(Default);
        Assert.Equal(("NetworkManager 'edge' (DHCPv4)", StrategyKind.Shadow), (target.Owner, target.Strategy.Kind));
        var before = site.Image(Default);
        Assert.IsType<Outcome.Applied>(site.Set(Default, 23));
        Assert.Equal(23, await site.FirstFlightAsync(Default, "10.200.0.1"));
        Assert.IsType<Outcome.Applied>(site.PutBack(before));
        Assert.Equal(routes, RouteImage.Of(site.Host));
    }
}
