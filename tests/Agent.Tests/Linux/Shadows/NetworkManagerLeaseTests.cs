using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>
/// The real agent beside the real NetworkManager and a real DHCP server: the window holds whatever they do, and the agent leaves no trace.
/// </summary>
public sealed class NetworkManagerLeaseTests : IDisposable
{
    private readonly DirectoryInfo _files = Directory.CreateTempSubdirectory("iwtune-lease-");
    private readonly NetNamespace _host = Privileged.Namespace("nm");
    private readonly NetNamespace _router = NetNamespace.Create("router");

    public NetworkManagerLeaseTests()
    {
        NetNamespace.Join(_host, "eth0", _router, "p0");
        _router.Ip("addr add 10.99.0.2/24 dev p0");
        _router.Ip("addr add 10.99.0.3/24 dev p0");
        File.WriteAllText(Policy, "policy: edge\nwindow: { initcwnd: 20 }\nscopes: [default]\n");
    }

    [Fact]
    public async Task A_leases_default_keeps_its_window_whatever_NetworkManager_does()
    {
        using var bus = await PrivateBus.StartAsync();
        using var server = await DnsmasqServer.StartAsync(_router, new DhcpScope("p0", "10.99.0.50", "10.99.0.50", "10.99.0.2"));
        using var manager = new NetworkManagerDaemon(_host, bus, "eth0");
        manager.Profile("lease", NetworkManagerDaemon.Keyfile("lease", "eth0", "[ipv4]\nmethod=auto\n[ipv6]\nmethod=ignore"));
        await manager.StartAsync();
        await manager.ActivatedAsync("eth0");
        var before = _host.Ip("-4 -d route show table all");
        using var agent = StartAgent(manager, bus);
        await HoldsAsync("10.99.0.2", agent, manager);

        manager.Nmcli("device", "reapply", "eth0");
        await HoldsAsync("10.99.0.2", agent, manager);
        await manager.RestartAsync();
        await manager.ActivatedAsync("eth0");
        await HoldsAsync("10.99.0.2", agent, manager);
        await server.ChangeRouterAsync("10.99.0.3");
        manager.Nmcli("connection", "up", "lease");
        await HoldsAsync("10.99.0.3", agent, manager);
        _router.Ip("link set p0 down");
        _router.Ip("link set p0 up");
        await HoldsAsync("10.99.0.3", agent, manager);
        await server.ChangeRouterAsync("10.99.0.2");
        manager.Nmcli("connection", "up", "lease");
        await HoldsAsync("10.99.0.2", agent, manager);

        // Its parent has the process namespace; the kernel ends the daemon after it.
        var daemon = Commands.Run("pgrep", "-P", $"{agent.Id}").Trim();
        agent.Kill();
        await Until.TrueAsync(() => !Directory.Exists($"/proc/{daemon}"), () => $"the daemon, process {daemon}, does not end");
        _host.Exec(Program, "cleanup", "--state", State);
        Assert.Equal(before, _host.Ip("-4 -d route show table all"));
    }

    public void Dispose()
    {
        _host.Dispose();
        _router.Dispose();
        _files.Delete(recursive: true);
    }

    private static string Program => Binaries.Agent;

    private string Policy => Path.Combine(_files.FullName, "policy.yaml");

    private string State => Path.Combine(_files.FullName, "state");

    /// <summary>
    /// The directory of NetworkManager's state files, with its own process namespace: its first process is in this network, as on a real
    /// host.
    /// </summary>
    private LabProcess StartAgent(NetworkManagerDaemon manager, PrivateBus bus) =>
        _host.Start(
            "nsenter",
            [
                $"--mount=/proc/{manager.Id}/ns/mnt",
                "unshare",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                Program,
                "run",
                "--policy",
                Policy,
                "--state",
                State,
                "--socket",
                State + ".sock",
            ],
            bus.Environment
        );

    /// <summary>One shadow, before the lease's own default route, and packets use it.</summary>
    private Task HoldsAsync(string gateway, LabProcess agent, NetworkManagerDaemon manager) =>
        Until.TrueAsync(
            () =>
                Defaults() is [var first, var second]
                && first.Contains($"via {gateway} dev eth0 proto 105", StringComparison.Ordinal)
                && first.Contains("initcwnd 20", StringComparison.Ordinal)
                && second.Contains($"via {gateway} dev eth0 proto dhcp", StringComparison.Ordinal)
                && !second.Contains("initcwnd", StringComparison.Ordinal)
                && _host.TryExec("ip", "route", "get", "192.0.2.9").Output.Contains($"via {gateway}", StringComparison.Ordinal),
            () => $"{string.Join('\n', Defaults())}\n{agent.Output}\n{manager.Output}"
        );

    private string[] Defaults() => _host.Ip("route show default").Split('\n', StringSplitOptions.RemoveEmptyEntries);
}
