using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Strategies.Networkd;

/// <summary>How the real systemd-networkd handles our drop-in.</summary>
public sealed class DropInOnNetworkdTests : IDisposable
{
    private const string Unit = "10-eth0.network";

    private readonly NetNamespace _host = Privileged.Namespace("host");
    private readonly NetNamespace _router = Privileged.Namespace("router");
    private readonly NetworkdDaemon _networkd;

    public DropInOnNetworkdTests()
    {
        NetNamespace.Join(_host, "eth0", _router, "lan0");
        _router.Ip("addr add 10.60.0.1/24 dev lan0");
        _networkd = new NetworkdDaemon(_host);
    }

    [Theory]
    [InlineData("Destination=10.7.0.0/16\nGateway=10.60.0.1\nMetric=100", "-4")]
    [InlineData("Gateway=10.60.0.1\nMetric=100", "-4")]
    [InlineData("Gateway=10.60.0.1\nMetric=100\nPreferredSource=10.60.0.9\nMTUBytes=1400\nTCPAdvertisedMaximumSegmentSize=1300", "-4")]
    [InlineData("Gateway=10.99.0.1\nGatewayOnLink=yes\nMetric=5", "-4")]
    [InlineData("Destination=10.8.0.0/16\nMetric=7", "-4")]
    [InlineData("Gateway=fd60::1", "-6")]
    [InlineData("Destination=fd07::/32\nGateway=fd60::1\nMetric=64", "-6")]
    [InlineData("Destination=fd08::/32\nGateway=fd60::1\nMetric=64\nTable=700", "-6")]
    public async Task At_its_next_start_it_makes_the_shadow_that_the_agent_would_make(string configured, string family)
    {
        _networkd.Unit(
            Unit,
            $"[Match]\nName=eth0\n[Network]\nAddress=10.60.0.9/24\nAddress=fd60::9/64\nIPv6AcceptRA=no\nLinkLocalAddressing=no\n"
                + $"[Route]\n{configured}\n"
        );
        _networkd.Start();
        await _networkd.ConfiguredAsync("eth0");
        var owned = Static();

        new DropInFiles(_networkd.Units).Change(Unit, drop => drop.With("this", DropInSection.OfShadow(owned, new(20, 40))!));
        await _networkd.RestartAsync();
        await Until.TrueAsync(() => Shadow(family).Length > 0, () => _networkd.Output);
        var made = Shadow(family);
        Assert.Contains("initcwnd 20 initrwnd 40", made, StringComparison.Ordinal);

        Assert.True(Static().SameExceptWindow(owned));
        Assert.Equal(Window.Unset, Static().Window);
        // The same by hand: deleted and made from the owner's route as the kernel prints it.
        var table = owned.Key.Table.ToString(System.Globalization.CultureInfo.InvariantCulture);
        var original = _host.Ip($"{family} route show table {table} proto static").Trim().Split('\n').Single();
        _host.Ip($"{family} route flush table {table} proto 105");
        _host.Ip(
            (
                $"{family} route add "
                + $"{original.Replace($"metric {owned.Key.Priority}", $"metric {owned.Key.Priority - 1}", StringComparison.Ordinal)} "
                + $"proto 105 table {table} initcwnd 20 initrwnd 40"
            ).Replace(" pref medium", "", StringComparison.Ordinal)
        );
        Assert.Equal(made, Shadow(family));
    }

    [Fact]
    public async Task A_drop_in_under_etc_counts_for_netplans_file_in_run()
    {
        File.WriteAllText(
            Path.Combine(_networkd.RuntimeUnits, "10-netplan-eth0.network"),
            "[Match]\nName=eth0\n[Network]\nAddress=10.60.0.9/24\nIPv6AcceptRA=no\n[Route]\nGateway=10.60.0.1\nMetric=50\n"
        );
        new DropInFiles(_networkd.Units).Change(
            "/run/systemd/network/10-netplan-eth0.network",
            drop => drop.With("this", "[Route]\nGateway=10.60.0.1\nMetric=49\nProtocol=105\nInitialCongestionWindow=20\n")
        );
        _networkd.Start();
        await _networkd.ConfiguredAsync("eth0");
        Assert.Contains(
            "default via 10.60.0.1 dev eth0 table main scope global metric 49 initcwnd 20",
            Shadow("-4"),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("realms 5")]
    [InlineData("congctl reno")]
    [InlineData("mtu lock 1400")]
    [InlineData("hoplimit 9")]
    [InlineData("tos 0x10")]
    public void What_networkd_has_no_word_for_gets_no_drop_in(string property)
    {
        _host.Ip("addr add 10.60.0.9/24 dev eth0");
        _host.Ip(
            property.StartsWith("tos", StringComparison.Ordinal)
                ? $"route add {property} 10.7.0.0/16 via 10.60.0.1 proto static metric 100"
                : $"route add 10.7.0.0/16 via 10.60.0.1 proto static metric 100 {property}"
        );
        Assert.Null(DropInSection.OfShadow(Static(), new(20, null)));
    }

    [Fact]
    public void A_route_with_the_best_metric_there_is_gets_no_drop_in()
    {
        _host.Ip("addr add 10.60.0.9/24 dev eth0");
        _host.Ip("route add default via 10.60.0.1 proto static");
        Assert.Null(DropInSection.OfShadow(Static(), new(20, null)));
    }

    public void Dispose()
    {
        _networkd.Dispose();
        _host.Dispose();
        _router.Dispose();
    }

    private RouteMessage Static()
    {
        using var tuner = new LinuxTuner(TimeProvider.System);
        var targets = _host.RunAsync(async () => await tuner.ReadAsync(CancellationToken.None)).GetAwaiter().GetResult().Targets;
        return targets.Select(target => RouteMessage.Read(target.Raw)).Single(route => route.Protocol == 4);
    }

    private string Shadow(string family) => _host.Ip($"-d {family} route show table all proto 105").Trim();
}
