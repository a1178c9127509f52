using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Linux.NetworkManager;

/// <summary>Where NetworkManager manages IPv6, its profile is not applied again to set a window.</summary>
public sealed class Ipv6Tests : IAsyncLifetime
{
    private const string Ipv4 = "ipv4 main 10.1.0.0/16 via 10.99.0.2 dev eth0 metric 50";
    private const string Ipv6 = "ipv6 main fd01::/48 via fd99::2 dev eth0 metric 70";

    private NetworkManagerSite _site = null!;

    public async ValueTask InitializeAsync()
    {
        _site = await NetworkManagerSite.StartAsync(NetworkManagerSite.EdgeWithIpv6);
        await _site.RouteAsync("-6 route show fd01::/48", "via fd99::2");
    }

    public ValueTask DisposeAsync()
    {
        _site?.Dispose();
        return ValueTask.CompletedTask;
    }

    [Theory]
    [InlineData(Ipv4, "10.1.0.1")]
    [InlineData(Ipv6, "fd01::1")]
    public async Task A_copy_stands_before_the_route_and_the_profile_stays(string id, string peer)
    {
        var (profiles, keyfile) = (_site.Profiles(), _site.Keyfile);
        var target = _site.Target(id);
        Assert.Equal(("NetworkManager 'edge' (static)", StrategyKind.Shadow), (target.Owner, target.Strategy.Kind));
        Assert.Contains("remove IPv6 from eth0", target.Strategy.Why, StringComparison.Ordinal);
        var before = _site.Image(id);
        Assert.IsType<Outcome.Applied>(_site.Set(id, 23));
        Assert.Equal(23, await _site.FirstFlightAsync(id, peer));
        Assert.Equal((profiles, keyfile), (_site.Profiles(), _site.Keyfile));
        Assert.IsType<Outcome.Applied>(_site.PutBack(before));
        Assert.Equal(10, await _site.FirstFlightAsync(id, peer));
    }

    /// <summary>
    /// Tests NetworkManager's own behaviour, so that a change of it is noticed: even a change of IPv4 alone has this effect.
    /// </summary>
    [Fact]
    public async Task A_reapply_that_spares_foreign_routes_takes_ipv6_off_the_interface()
    {
        var device = _site
            .Bus.Busctl(
                "call",
                "org.freedesktop.NetworkManager",
                "/org/freedesktop/NetworkManager",
                "org.freedesktop.NetworkManager",
                "GetDeviceByIpIface",
                "s",
                "eth0"
            )
            .Split('"')[1];
        _site.Daemon.Nmcli("connection", "modify", "edge", "ipv4.routes", "10.1.0.0/16 10.99.0.2 50 initcwnd=30");
        _site.Bus.Busctl(
            "call",
            "org.freedesktop.NetworkManager",
            device,
            "org.freedesktop.NetworkManager.Device",
            "Reapply",
            "a{sa{sv}}tu",
            "0",
            "0",
            "1"
        );
        await _site.RouteAsync("route show 10.1.0.0/16", "initcwnd 30");
        Assert.DoesNotContain("fd99::1", _site.Host.Ip("-6 addr show dev eth0"), StringComparison.Ordinal);
        Assert.DoesNotContain("fd01::/48", _site.Host.Ip("-6 route show"), StringComparison.Ordinal);
    }
}
