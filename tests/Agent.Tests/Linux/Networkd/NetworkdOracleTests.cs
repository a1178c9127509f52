using IwTune.Agent.Ports;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Networkd;

/// <summary>The owner of a route, as the real systemd-networkd reports it.</summary>
public sealed class NetworkdOracleTests
{
    private const string Static =
        "[Network]\nAddress=10.60.0.9/24\nIPv6AcceptRA=no\nLinkLocalAddressing=no\n[Route]\nGateway=10.60.0.1\nMetric=100";
    private const string AddedByHand = "ipv4 main 10.9.0.0/16 via 10.60.0.1 dev eth0 metric 50";

    [Fact]
    public async Task A_static_route_that_somebody_else_added_on_its_link_is_told_from_its_own_over_the_bus()
    {
        using var bus = await PrivateBus.StartAsync();
        using var site = new NetworkdSite(bus);
        await site.StartAsync(Static);
        site.Host.Ip("route add 10.9.0.0/16 via 10.60.0.1 proto static metric 50");
        using var tuner = site.Tuner();
        // networkd is notified of the route at the same time as the agent, not before.
        await Until.TrueAsync(() => OwnerOf(site, AddedByHand, tuner) == ("static", StrategyKind.InPlace), () => site.Networkd.Output);
        Assert.Equal("systemd-networkd (static)", site.Default(tuner).Owner);
        Assert.Equal("kernel", site.Read(tuner).Targets.Single(target => target.Id == "ipv4 main 10.60.0.0/24 dev eth0").Owner);
    }

    [Fact]
    public async Task Without_a_bus_it_is_taken_for_networkds_which_harms_nobody()
    {
        using var site = new NetworkdSite();
        await site.StartAsync(Static);
        site.Host.Ip("route add 10.9.0.0/16 via 10.60.0.1 proto static metric 50");
        using var tuner = site.Tuner();
        Assert.Equal(("systemd-networkd (static)", StrategyKind.Shadow), OwnerOf(site, AddedByHand, tuner));
    }

    [Fact]
    public async Task When_the_bus_dies_its_state_files_still_count_and_when_it_comes_back_its_word_does()
    {
        using var bus = await PrivateBus.StartAsync();
        using var site = new NetworkdSite(bus);
        await site.StartAsync(Static);
        site.Host.Ip("route add 10.9.0.0/16 via 10.60.0.1 proto static metric 50");
        using var tuner = site.Tuner();
        await Until.TrueAsync(() => OwnerOf(site, AddedByHand, tuner).Owner == "static", () => site.Networkd.Output);
        bus.Kill();
        Assert.Equal("systemd-networkd (static)", OwnerOf(site, AddedByHand, tuner).Owner);
        Assert.Equal("systemd-networkd (static)", site.Default(tuner).Owner);
        await bus.StartAgainAsync();
        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        await Until.TrueAsync(() => OwnerOf(site, AddedByHand, tuner).Owner == "static", () => site.Networkd.Output);
    }

    [Fact]
    public async Task The_bus_alone_is_enough_and_one_that_speaks_of_another_namespace_is_not_heeded()
    {
        using var bus = await PrivateBus.StartAsync();
        using var site = new NetworkdSite(bus);
        await site.StartAsync(Static);
        using (var tuner = site.Tuner(seesRun: false))
            Assert.Equal("systemd-networkd (static)", site.Default(tuner).Owner);

        // The same indexes, the same bus, another namespace.
        using var other = NetNamespace.Create("other");
        NetNamespace.Join(other, "eth0", site.Router, "lan9");
        other.Ip("addr add 10.60.0.9/24 dev eth0");
        other.Ip("route add default via 10.60.0.1 proto static metric 100");
        using var elsewhere = site.Tuner(seesRun: false);
        var read = await other.RunAsync(async () => await elsewhere.ReadAsync(CancellationToken.None));
        Assert.Equal("static", Assert.Single(read.Targets, target => target.IsDefault).Owner);
    }

    private static (string Owner, StrategyKind Kind) OwnerOf(NetworkdSite site, string id, Agent.Linux.LinuxTuner tuner)
    {
        var target = Assert.Single(site.Read(tuner).Targets, target => target.Id == id);
        return (target.Owner, target.Strategy.Kind);
    }
}
