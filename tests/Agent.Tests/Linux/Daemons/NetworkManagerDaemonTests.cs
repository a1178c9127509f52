using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Daemons;

/// <summary>The laboratory's NetworkManager is the real one, and leaves nothing behind.</summary>
public sealed class NetworkManagerDaemonTests
{
    [Fact]
    public async Task A_profile_with_a_static_route_is_in_the_kernel_and_stays_over_a_restart()
    {
        using var host = Privileged.Namespace("nm");
        using var peer = NetNamespace.Create("peer");
        NetNamespace.Join(host, "eth0", peer, "p0");
        using var bus = await PrivateBus.StartAsync();
        using var networkManager = new NetworkManagerDaemon(host, bus, "eth0");
        networkManager.Profile(
            "edge",
            NetworkManagerDaemon.Keyfile(
                "edge",
                "eth0",
                """
                [ipv4]
                method=manual
                address1=10.99.0.1/24
                route1=10.1.0.0/16,10.99.0.2,50
                route1_options=initcwnd=21
                [ipv6]
                method=ignore
                """
            )
        );
        await networkManager.StartAsync();
        await networkManager.ActivatedAsync("eth0");
        Assert.Contains("proto static metric 50 initcwnd 21", host.Ip("route show 10.1.0.0/16"), StringComparison.Ordinal);
        await networkManager.RestartAsync();
        await networkManager.ActivatedAsync("eth0");
        Assert.Contains("initcwnd 21", host.Ip("route show 10.1.0.0/16"), StringComparison.Ordinal);
        Assert.Contains("org.freedesktop.NetworkManager", bus.Busctl("list"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_bus_can_freeze_thaw_die_and_come_back()
    {
        Privileged.Require();
        string folder;
        using (var bus = await PrivateBus.StartAsync())
        {
            folder = bus.Folder;
            bus.Freeze();
            bus.Thaw();
            Assert.Contains("org.freedesktop.DBus", bus.Busctl("list"), StringComparison.Ordinal);
            bus.Kill();
            await bus.StartAgainAsync();
            Assert.Contains("org.freedesktop.DBus", bus.Busctl("list"), StringComparison.Ordinal);
        }
        Assert.False(Directory.Exists(folder));
    }
}
