using IwTune.Agent.Ports;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Networkd;

/// <summary>Routes that systemd-networkd makes from a lease or an advertisement, beside a real server of each.</summary>
public sealed class NetworkdLeaseTests
{
    private const string Dhcp = "[Network]\nDHCP=ipv4\nIPv6AcceptRA=no\nLinkLocalAddressing=no";
    private static readonly DhcpScope Pool = new("lan0", "10.60.0.50", "10.60.0.50", "10.60.0.1");

    [Fact]
    public async Task A_leases_default_holds_over_a_restart_follows_the_renewed_router_and_goes_without_a_trace()
    {
        using var bus = await PrivateBus.StartAsync();
        using var site = new NetworkdSite(bus);
        using var server = await DnsmasqServer.StartAsync(site.Router, Pool);
        await site.StartAsync(Dhcp);
        // A restart of 252 alone removes the metric from the connected prefix.
        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        var start = RouteImage.Of(site.Host);
        using var tuner = site.Tuner();
        var target = site.Default(tuner);
        Assert.Equal(("systemd-networkd (DHCPv4)", StrategyKind.Shadow), (target.Owner, target.Strategy.Kind));
        Assert.DoesNotContain("50-iwtune.conf", target.Strategy.Why, StringComparison.Ordinal);
        Assert.Equal(new Outcome.Applied(), site.Set(tuner, target, 20));
        Assert.Equal(20, site.FirstFlight());

        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        Assert.Equal(20, site.FirstFlight());

        await server.ChangeRouterAsync("10.60.0.2");
        site.Networkd.Renew("eth0");
        await site.HasDefaultAsync("via 10.60.0.2 dev eth0 proto dhcp");
        await Until.TrueAsync(
            () => !site.Host.Ip("route").Contains("via 10.60.0.1 dev eth0 proto dhcp", StringComparison.Ordinal),
            () => site.Host.Ip("route")
        );
        Assert.Single(site.Follow(tuner).Done);
        Assert.DoesNotContain("proto 105", site.Host.Ip("route"), StringComparison.Ordinal);
        var moved = site.Default(tuner);
        Assert.Equal(new Outcome.Applied(), site.Set(tuner, moved, 20));
        Assert.Equal(20, site.FirstFlight());

        await server.ChangeRouterAsync("10.60.0.1");
        site.Networkd.Renew("eth0");
        await site.HasDefaultAsync("via 10.60.0.1 dev eth0 proto dhcp");
        await Until.TrueAsync(
            () => !site.Host.Ip("route").Contains("via 10.60.0.2 dev eth0 proto dhcp", StringComparison.Ordinal),
            () => site.Host.Ip("route")
        );
        site.Follow(tuner);
        Assert.Equal(start, RouteImage.Of(site.Host));
    }

    [Fact]
    public async Task A_networkd_from_255_on_gets_a_drop_in_for_its_leases_that_follows_the_router_and_goes()
    {
        using var site = new NetworkdSite();
        using var server = await DnsmasqServer.StartAsync(site.Router, Pool);
        await site.StartAsync(Dhcp);
        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        var start = RouteImage.Of(site.Host);
        using var tuner = site.Tuner(version: 255);
        var target = site.Default(tuner);
        Assert.EndsWith(
            $"Setting it also writes {site.DropIn}: from the next boot on, systemd-networkd sets it itself.",
            target.Strategy.Why,
            StringComparison.Ordinal
        );
        Assert.Equal(new Outcome.Applied(), site.Apply(tuner, new Step.Set(target, new(20, 40))));
        Assert.Equal(20, site.FirstFlight());
        Assert.EndsWith(
            $"# target: {target.Id}\n[DHCPv4]\nInitialCongestionWindow=20\nInitialAdvertisedReceiveWindow=40\n",
            await File.ReadAllTextAsync(site.DropIn, TestContext.Current.CancellationToken),
            StringComparison.Ordinal
        );

        // The real one, 252, reports that it ignores an unknown key, and continues.
        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        Assert.Contains(
            site.Networkd.Output.Split('\n'),
            line =>
                line.Contains("50-iwtune.conf:5: Unknown key", StringComparison.Ordinal)
                && line.Contains("ignoring", StringComparison.Ordinal)
        );
        Assert.Equal(20, site.FirstFlight());

        Assert.Equal(new Outcome.Applied(), site.Apply(tuner, new Step.PutBack(site.Default(tuner), NetworkdSite.Image(target))));
        Assert.Equal(start, RouteImage.Of(site.Host));
        Assert.False(Directory.Exists(Path.GetDirectoryName(site.DropIn)));
    }

    [Theory]
    [InlineData(254)]
    [InlineData(252)]
    public async Task An_older_one_gets_none(int version)
    {
        using var site = new NetworkdSite();
        using var server = await DnsmasqServer.StartAsync(site.Router, Pool);
        await site.StartAsync(Dhcp);
        using var tuner = site.Tuner(version);
        site.Set(tuner, site.Default(tuner), 20);
        Assert.False(File.Exists(site.DropIn));
    }

    [Fact]
    public async Task An_advertised_default_gets_a_shadow_and_the_router_is_still_heard()
    {
        using var site = new NetworkdSite();
        await site.StartAsync("[Network]\nIPv6AcceptRA=yes"); // first: otherwise the kernel would also accept the router's advertisements
        using var radvd = Radvd.Start(site.Router, "lan0", "fd60::", TimeSpan.FromMinutes(30));
        await site.HasDefaultAsync("via fe80::");
        using var tuner = site.Tuner();
        var target = site.Default(tuner, System.Net.Sockets.AddressFamily.InterNetworkV6);
        Assert.Equal(("systemd-networkd (RA)", StrategyKind.Shadow), (target.Owner, target.Strategy.Kind));
        await Until.TrueAsync(
            () => site.Host.Ip("-6 addr show dev eth0 scope global").Contains("fd60:", StringComparison.Ordinal),
            () => site.Networkd.Output
        );
        Assert.Equal(new Outcome.Applied(), site.Set(tuner, target, 20));
        Assert.Equal(20, site.FirstFlight("fd20::1"));

        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        await site.HasDefaultAsync("proto 105");
        Assert.Equal(20, site.FirstFlight("fd20::1"));

        radvd.Change("lan0", "fd60::", TimeSpan.Zero);
        await Until.TrueAsync(
            () => !site.Host.Ip("-6 route").Contains("default via fe80:", StringComparison.Ordinal) || site.Follow(tuner).Done.Count > 0,
            () => site.Host.Ip("-6 route")
        );
        Assert.DoesNotContain("default", site.Host.Ip("-6 route"), StringComparison.Ordinal);
    }
}
