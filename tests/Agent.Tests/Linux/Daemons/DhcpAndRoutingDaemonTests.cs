using System.Net;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Daemons;

/// <summary>The real daemons behave as other tests require.</summary>
public sealed class DhcpAndRoutingDaemonTests : IDisposable
{
    private readonly NetNamespace _host = Privileged.Namespace("host");
    private readonly NetNamespace _router = Privileged.Namespace("router");

    public DhcpAndRoutingDaemonTests()
    {
        NetNamespace.Join(_host, "eth0", _router, "lan0");
        _router.Ip("addr add 10.60.0.1/24 dev lan0");
        _router.Ip("-6 addr add fd60::1/64 dev lan0 nodad");
    }

    [Fact]
    public async Task Networkd_takes_a_lease_keeps_it_over_its_restart_and_follows_the_router_when_it_renews()
    {
        using var bus = await PrivateBus.StartAsync();
        using var server = await DnsmasqServer.StartAsync(_router, new("lan0", "10.60.0.50", "10.60.0.99", "10.60.0.1"));
        using var networkd = new NetworkdDaemon(_host, bus);
        networkd.Unit("10-eth0.network", "[Match]\nName=eth0\n[Network]\nDHCP=ipv4\nIPv6AcceptRA=no\n");
        networkd.Start();
        await networkd.ConfiguredAsync("eth0");
        Assert.Contains("default via 10.60.0.1 dev eth0 proto dhcp", _host.Ip("route"), StringComparison.Ordinal);

        await networkd.RestartAsync();
        await networkd.ConfiguredAsync("eth0");
        Assert.Contains("default via 10.60.0.1 dev eth0 proto dhcp", _host.Ip("route"), StringComparison.Ordinal);

        await server.ChangeRouterAsync("10.60.0.2");
        networkd.Renew("eth0");
        await Until.TrueAsync(
            () => _host.Ip("route").Contains("default via 10.60.0.2 dev eth0 proto dhcp", StringComparison.Ordinal),
            () => _host.Ip("route") + networkd.Output
        );

        await networkd.StopAsync();
        Assert.DoesNotContain("default", _host.Ip("route"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Networkd_without_a_bus_makes_a_static_default_again_after_a_reboot()
    {
        using var networkd = new NetworkdDaemon(_host);
        networkd.Unit("10-eth0.network", "[Match]\nName=eth0\n[Network]\nAddress=10.60.0.9/24\nGateway=10.60.0.1\nIPv6AcceptRA=no\n");
        networkd.Start();
        await networkd.ConfiguredAsync("eth0");
        await networkd.RebootAsync("eth0");
        await networkd.ConfiguredAsync("eth0");
        Assert.Contains("default via 10.60.0.1 dev eth0 proto static", _host.Ip("route"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Dhclient_makes_a_default_and_renews_it()
    {
        using var server = await DnsmasqServer.StartAsync(_router, new("lan0", "10.60.0.50", "10.60.0.99", "10.60.0.1"));
        using var client = await Dhclient.StartAsync(_host, "eth0", TimeSpan.FromSeconds(2));
        Assert.Contains("default via 10.60.0.1 dev eth0", _host.Ip("route"), StringComparison.Ordinal);
        await client.RenewedAsync();
        Assert.True(server.Granted >= 2);
    }

    [Fact]
    public async Task Bird_writes_its_routes_with_its_own_protocol()
    {
        _host.Ip("addr add 10.60.0.9/24 dev eth0");
        using var bird = await Bird.StartAsync(_host, "route 0.0.0.0/0 via 10.60.0.1;");
        Assert.Contains("default via 10.60.0.1 dev eth0 proto bird", _host.Ip("route"), StringComparison.Ordinal);
        await bird.ChangeAsync("route 0.0.0.0/0 via 10.60.0.2;");
        Assert.Contains("default via 10.60.0.2 dev eth0 proto bird", _host.Ip("route"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_router_is_advertised_by_hand_and_withdrawn()
    {
        var prefix = IPAddress.Parse("fd60::");
        await new RouterAdvertisement(TimeSpan.FromMinutes(30)) { Prefix = prefix }.SendUntilAsync(
            _router,
            "lan0",
            () => Advertised && HasAddress
        );
        await new RouterAdvertisement(TimeSpan.Zero).SendUntilAsync(_router, "lan0", () => !Advertised);
    }

    [Fact]
    public async Task A_router_is_advertised_by_radvd_and_withdrawn()
    {
        using var radvd = Radvd.Start(_router, "lan0", "fd60::", TimeSpan.FromMinutes(30));
        await Until.TrueAsync(() => Advertised && HasAddress, () => radvd.Output);
        radvd.Change("lan0", "fd60::", TimeSpan.Zero);
        await Until.TrueAsync(() => !Advertised, () => radvd.Output);
    }

    public void Dispose()
    {
        _host.Dispose();
        _router.Dispose();
    }

    private bool Advertised => _host.Ip("-6 route").Contains("default via fe80:", StringComparison.Ordinal);

    private bool HasAddress => _host.Ip("-6 addr show dev eth0 scope global").Contains("fd60:", StringComparison.Ordinal);
}
