using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Networkd;

/// <summary>The real agent beside the real systemd-networkd, through everything that happens to a link.</summary>
public sealed class NetworkdAgentTests : IDisposable
{
    private const string Policy = "policy: edge\nwindow: { initcwnd: 20 }\nscopes: [default]\n";

    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-agent-").FullName;
    private LabProcess? _daemon;

    public NetworkdAgentTests() => File.WriteAllText(Path.Combine(_folder, "edge.yaml"), Policy);

    [Fact]
    public async Task A_leases_window_holds_through_restart_renewal_lost_carrier_and_a_killed_agent_and_goes_without_a_trace()
    {
        using var bus = await PrivateBus.StartAsync();
        using var site = new NetworkdSite(bus);
        using var server = await DnsmasqServer.StartAsync(site.Router, new("lan0", "10.60.0.50", "10.60.0.50", "10.60.0.1"));
        await site.StartAsync("[Network]\nDHCP=ipv4\nIPv6AcceptRA=no\nLinkLocalAddressing=no");
        await site.Networkd.RestartAsync(); // only this removes the metric from the connected prefix
        await site.Networkd.ConfiguredAsync("eth0");
        var start = RouteImage.Of(site.Host);
        Start(site);
        await HoldsAsync(site);
        Assert.Contains("systemd-networkd (DHCPv4)", RunAlone(site, "show").Output, StringComparison.Ordinal);

        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        await HoldsAsync(site);

        foreach (var router in (string[])["10.60.0.2", "10.60.0.1"])
        {
            await server.ChangeRouterAsync(router);
            site.Networkd.Renew("eth0");
            await site.HasDefaultAsync($"via {router} dev eth0 proto dhcp");
            await site.HasDefaultAsync($"via {router} dev eth0 proto 105");
            await HoldsAsync(site);
        }

        await site.FlapAsync();
        await site.HasDefaultAsync("proto dhcp");
        await HoldsAsync(site);

        _daemon!.Kill();
        Start(site);
        await _daemon.WaitForLineAsync("edge"); // otherwise the shadow of the killed daemon would satisfy the check
        await HoldsAsync(site);

        await _daemon.StopAsync();
        Assert.Equal(10, site.FirstFlight());
        Assert.Equal(0, RunAlone(site, "rollback", "--all").ExitCode);
        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        Assert.Equal(start, RouteImage.Of(site.Host));
        Assert.Equal([NetworkdSite.Unit], Directory.EnumerateFileSystemEntries(site.Networkd.Units).Select(Path.GetFileName));
    }

    [Fact]
    public async Task A_static_routes_window_is_there_after_a_boot_before_the_agent_and_goes_without_a_trace()
    {
        using var bus = await PrivateBus.StartAsync();
        using var site = new NetworkdSite(bus);
        await site.StartAsync(
            "[Network]\nAddress=10.60.0.9/24\nIPv6AcceptRA=no\nLinkLocalAddressing=no\n[Route]\nGateway=10.60.0.1\nMetric=100"
        );
        var start = RouteImage.Of(site.Host);
        Start(site);
        await HoldsAsync(site);
        // The shadow appears first, the drop-in a moment later.
        await Until.TrueAsync(() => File.Exists(site.DropIn), () => _daemon!.Output);
        Assert.Contains(
            "Setting it also writes /etc/systemd/network/10-eth0.network.d/50-iwtune.conf:",
            RunAlone(site, "show", "--json").Output,
            StringComparison.Ordinal
        );

        await _daemon!.StopAsync();
        await site.Networkd.RebootAsync("eth0");
        await site.HasDefaultAsync("proto 105 metric 99 initcwnd 20");
        await site.HasDefaultAsync("proto static metric 100");
        Assert.Equal(20, site.FirstFlight());

        Start(site);
        await _daemon.WaitForLineAsync("edge");
        await HoldsAsync(site);
        var rolled = Run(site, "rollback", "--all");
        Assert.True(rolled.ExitCode == 0, rolled.Output + rolled.Error);
        await _daemon.StopAsync();
        await site.Networkd.RestartAsync();
        await site.Networkd.ConfiguredAsync("eth0");
        Assert.Equal(start, RouteImage.Of(site.Host));
        Assert.Equal([NetworkdSite.Unit], Directory.EnumerateFileSystemEntries(site.Networkd.Units).Select(Path.GetFileName));
    }

    public void Dispose()
    {
        _daemon?.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private Task HoldsAsync(NetworkdSite site) =>
        Until.TrueAsync(
            () => site.Host.Ip("route").Contains("default", StringComparison.Ordinal) && site.FirstFlight() == 20,
            () => $"a fresh connection does not start with 20 segments\n{site.Host.Ip("route")}{_daemon?.Output}"
        );

    private void Start(NetworkdSite site)
    {
        _daemon?.Dispose();
        _daemon = PrivateMounts.Start(
            site.Host,
            site.Networkd.Mounts,
            Binaries.Agent,
            ["run", "--policy", Path.Combine(_folder, "edge.yaml"), .. Places]
        );
    }

    private CommandResult Run(NetworkdSite site, params string[] arguments) =>
        PrivateMounts.Run(site.Host, site.Networkd.Mounts, Binaries.Agent, [.. arguments, .. Places]);

    /// <summary>The expected state without regard to the daemon.</summary>
    private CommandResult RunAlone(NetworkdSite site, params string[] arguments) =>
        PrivateMounts.Run(site.Host, site.Networkd.Mounts, Binaries.Agent, [.. arguments, .. Places[..2]]);

    private string[] Places => ["--state", Path.Combine(_folder, "state"), "--socket", Path.Combine(_folder, "agent.sock")];
}
