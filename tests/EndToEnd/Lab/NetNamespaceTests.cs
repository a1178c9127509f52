using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Lab;

public sealed class NetNamespaceTests
{
    [Fact]
    public void A_route_in_it_is_not_on_the_host()
    {
        using var space = Privileged.Namespace();
        space.Ip("route add blackhole 203.0.113.77/32");
        Assert.Contains("203.0.113.77", space.Ip("route show"), StringComparison.Ordinal);
        Assert.DoesNotContain("203.0.113.77", Commands.Run("ip", "route", "show"), StringComparison.Ordinal);
    }

    [Fact]
    public void Code_run_in_it_sees_its_sysctls_and_its_interfaces()
    {
        using var space = Privileged.Namespace();
        space.Ip("link add only0 type veth peer name only1");
        space.Sysctl("net.ipv4.ip_default_ttl", "77");
        var (ttl, links) = space.Run(() =>
            (
                File.ReadAllText("/proc/sys/net/ipv4/ip_default_ttl").Trim(),
                string.Join(' ', Directory.GetFileSystemEntries("/sys/class/net").Select(Path.GetFileName).Order())
            )
        );
        Assert.Equal("77", ttl);
        Assert.Equal("lo only0 only1", links);
        Assert.NotEqual("77", File.ReadAllText("/proc/sys/net/ipv4/ip_default_ttl").Trim());
    }

    [Fact]
    public async Task Awaits_resume_on_its_thread_so_that_sockets_belong_to_it()
    {
        await using var left = Privileged.Namespace("left");
        await using var right = NetNamespace.Create("right");
        NetNamespace.Join(left, "eth0", right, "eth0");
        left.Ip("addr add 198.51.100.1/24 dev eth0");
        right.Ip("addr add 198.51.100.2/24 dev eth0");

        using var listener = right.Run(() =>
        {
            var made = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            made.Bind(new IPEndPoint(IPAddress.Any, 4000));
            made.Listen();
            return made;
        });
        var peer = await left.RunAsync(async () =>
        {
            await Task.Delay(5);
            using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await client.ConnectAsync(IPAddress.Parse("198.51.100.2"), 4000);
            return ((IPEndPoint)client.LocalEndPoint!).Address.ToString();
        });
        Assert.Equal("198.51.100.1", peer);
    }

    [Fact]
    public void The_pool_has_its_threads_before_work_in_a_namespace_can_make_one_that_stays_there()
    {
        ThreadPool.GetMinThreads(out var wanted, out _);
        Assert.InRange(ThreadPool.ThreadCount, wanted, int.MaxValue);
    }

    [Fact]
    public async Task A_failure_in_it_reaches_the_caller()
    {
        await using var space = Privileged.Namespace();
        await Assert.ThrowsAsync<InvalidOperationException>(() =>
            space.RunAsync(async () =>
            {
                await Task.Yield();
                throw new InvalidOperationException("seen");
            })
        );
    }

    [Fact]
    public void Disposing_ends_its_processes_and_removes_its_name()
    {
        var space = Privileged.Namespace();
        var started = space.Start("sleep", "600");
        space.Start("sh", "-c", "sleep 601 & wait");
        string[] pids = [];
        Until.True(() => (pids = ProcessesOf(space)).Length == 3, () => $"{pids.Length} processes");
        Assert.False(started.Ended);
        space.Dispose();
        Assert.False(File.Exists(space.Path));
        Until.True(
            () => pids.All(Dead),
            () =>
                "a process lives on: "
                + $"{string.Join("; ", pids.Where(pid => !Dead(pid)).Select(pid => File.ReadAllText($"/proc/{pid}/stat")))}"
        );
    }

    [Fact]
    public void A_namespace_whose_maker_died_is_swept_and_a_living_ones_is_not()
    {
        using var mine = Privileged.Namespace("mine");
        using var maker = Process.Start("sleep", "600");
        var orphan = $"iwt-{maker.Id}-1-orphan";
        var foreign = $"iwt-other-{maker.Id}";
        Commands.Run("ip", "netns", "add", orphan);
        Commands.Run("ip", "netns", "add", foreign);
        // Last, because programs of other tests remove leftovers when they start.
        maker.Kill();
        maker.WaitForExit();
        var swept = Leftovers.Sweep();
        var spared = File.Exists("/run/netns/" + foreign);
        Commands.Run("ip", "netns", "delete", foreign);
        Assert.Contains(orphan, swept);
        Assert.False(File.Exists("/run/netns/" + orphan));
        Assert.True(spared, "a namespace with another form of name is somebody else's");
        Assert.True(File.Exists(mine.Path));
    }

    private static string[] ProcessesOf(NetNamespace space) =>
        Commands.Run("ip", "netns", "pids", space.Name).Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static bool Dead(string pid) =>
        !Directory.Exists("/proc/" + pid) || File.ReadAllText($"/proc/{pid}/stat").Contains(") Z ", StringComparison.Ordinal);
}
