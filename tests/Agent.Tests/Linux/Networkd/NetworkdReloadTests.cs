using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Networkd;

/// <summary>
/// When the real systemd-networkd reads a drop-in: at its next start, or at once where the administrator configures that.
/// </summary>
public sealed class NetworkdReloadTests
{
    private const string Static =
        "[Network]\nAddress=10.60.0.9/24\nIPv6AcceptRA=no\nLinkLocalAddressing=no\n[Route]\nGateway=10.60.0.1\nMetric=100";

    [Fact]
    public async Task Told_to_reload_it_makes_the_shadow_itself_and_forgets_it_when_it_is_put_back()
    {
        using var bus = await PrivateBus.StartAsync();
        using var site = new NetworkdSite(bus);
        await site.StartAsync(Static);
        var start = RouteImage.Of(site.Host);
        using var tuner = site.Tuner(reloads: true);
        var target = site.Default(tuner);
        Assert.Equal(new Outcome.Applied(), site.Set(tuner, target, 20));
        Assert.Equal(20, site.FirstFlight());
        Assert.Contains("static", ShadowsSource(bus, site), StringComparison.Ordinal);

        Assert.Equal(new Outcome.Applied(), site.Apply(tuner, new Step.PutBack(site.Default(tuner), NetworkdSite.Image(target))));
        Assert.Equal(start, RouteImage.Of(site.Host));
        await site.FlapAsync();
        Assert.Equal(start, RouteImage.Of(site.Host));
    }

    [Fact]
    public async Task Not_told_to_it_is_left_alone_and_what_it_remembers_is_said_when_it_is_put_back()
    {
        using var bus = await PrivateBus.StartAsync();
        using var site = new NetworkdSite(bus);
        await site.StartAsync(Static);
        using var tuner = site.Tuner();
        var target = site.Default(tuner);
        site.Set(tuner, target, 20);
        Assert.DoesNotContain("Reloading", site.Networkd.Output, StringComparison.Ordinal);
        Assert.Contains("foreign", ShadowsSource(bus, site), StringComparison.Ordinal);

        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        await Until.TrueAsync(() => ShadowsSource(bus, site) == "static", () => site.Networkd.Output);
        var back = Assert.IsType<Outcome.Applied>(site.Apply(tuner, new Step.PutBack(site.Default(tuner), NetworkdSite.Image(target))));
        Assert.Contains("'networkctl reload' drops them", back.Note, StringComparison.Ordinal);
        Assert.False(File.Exists(site.DropIn));

        // After a lost carrier networkd writes the remembered route again; the agent removes it.
        await site.FlapAsync();
        await site.HasDefaultAsync("proto 105");
        await Until.TrueAsync(() => site.Follow(tuner).Done.Count == 1, () => site.Networkd.Output);
        Assert.DoesNotContain("proto 105", site.Host.Ip("route"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_bus_the_wish_to_reload_is_answered_by_what_could_not_be_done()
    {
        using var site = new NetworkdSite();
        await site.StartAsync(Static);
        using var tuner = site.Tuner(reloads: true);
        var applied = Assert.IsType<Outcome.Applied>(site.Set(tuner, site.Default(tuner), 20));
        Assert.Equal(
            "The drop-in takes effect at the next boot: systemd-networkd could not reload it now, because there is no system bus.",
            applied.Note
        );
        Assert.Equal(20, site.FirstFlight());
    }

    [Fact]
    public async Task A_lease_whose_window_networkd_read_at_boot_is_put_back_in_its_own_route()
    {
        using var site = new NetworkdSite();
        using var server = await DnsmasqServer.StartAsync(site.Router, new("lan0", "10.60.0.50", "10.60.0.50", "10.60.0.1"));
        await site.StartAsync("[Network]\nDHCP=ipv4\nIPv6AcceptRA=no\nLinkLocalAddressing=no");
        var start = RouteImage.Of(site.Host);
        using var tuner = site.Tuner(version: 255);
        var target = site.Default(tuner);
        site.Set(tuner, target, 20);
        // The routes that 255 makes from the drop-in at boot; the real one here, 252, does not make them.
        site.Host.Ip("route flush proto 105");
        site.Host.Ip("route change default via 10.60.0.1 dev eth0 proto dhcp src 10.60.0.50 metric 1024 initcwnd 20");
        var booted = site.Default(tuner);
        Assert.Equal((new Window(20, null), null), (booted.Current, booted.OwnersWindow));
        Assert.Equal(new Outcome.AlreadyThere(), site.Set(tuner, booted, 20));

        var back = Assert.IsType<Outcome.Applied>(site.Apply(tuner, new Step.PutBack(booted, NetworkdSite.Image(target))));
        Assert.Contains("keeps its settings until it restarts", back.Note, StringComparison.Ordinal);
        Assert.Equal(start, RouteImage.Of(site.Host));
    }

    private static string ShadowsSource(PrivateBus bus, NetworkdSite site)
    {
        var index = site.Host.Run(() => File.ReadAllText("/sys/class/net/eth0/ifindex").Trim());
        var answer = bus.Busctl(
            "--json=short",
            "call",
            "org.freedesktop.network1",
            "/org/freedesktop/network1",
            "org.freedesktop.network1.Manager",
            "DescribeLink",
            "i",
            index
        );
        var link = System.Text.Json.Nodes.JsonNode.Parse(System.Text.Json.Nodes.JsonNode.Parse(answer)!["data"]![0]!.GetValue<string>())!;
        return link["Routes"]!.AsArray().FirstOrDefault(route => (int)route!["Protocol"]! == 105)?["ConfigSource"]?.GetValue<string>()
            ?? "";
    }
}
