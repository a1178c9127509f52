using IwTune.Agent.Linux;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Watching;

/// <summary>The real daemons are identified by the port of their own socket, whatever number the kernel gave it.</summary>
public sealed class RealAuthorsTests : IDisposable
{
    private readonly NetNamespace _host = Privileged.Namespace("host");
    private readonly NetNamespace _router = Privileged.Namespace("router");

    public RealAuthorsTests()
    {
        NetNamespace.Join(_host, "eth0", _router, "lan0");
        _router.Ip("addr add 10.60.0.1/24 dev lan0");
    }

    [Fact]
    public async Task Networkd_that_takes_a_lease_is_named()
    {
        using var server = await DnsmasqServer.StartAsync(_router, new("lan0", "10.60.0.50", "10.60.0.99", "10.60.0.1"));
        using var networkd = new NetworkdDaemon(_host);
        networkd.Unit("10-eth0.network", "[Match]\nName=eth0\n[Network]\nDHCP=ipv4\nIPv6AcceptRA=no\n");
        var by = await ByAsync(
            "route 0.0.0.0/0 set",
            async () =>
            {
                networkd.Start();
                await networkd.ConfiguredAsync("eth0");
            }
        );
        Assert.Matches(@"^systemd-networkd \(pid \d+\)$", by);
    }

    [Fact]
    public async Task Bird_is_named()
    {
        _host.Ip("addr add 10.60.0.9/24 dev eth0");
        Bird? bird = null; // it lives until it has been identified
        var by = await ByAsync("route 0.0.0.0/0 set", async () => bird = await Bird.StartAsync(_host, "route 0.0.0.0/0 via 10.60.0.1;"));
        bird?.Dispose();
        Assert.Matches(@"^bird \(pid \d+\)$", by);
    }

    public void Dispose()
    {
        _host.Dispose();
        _router.Dispose();
    }

    /// <summary>The author of this change, as the tuner reports it.</summary>
    private Task<string> ByAsync(string what, Func<Task> deed) =>
        _host.RunAsync(async () =>
        {
            using var limit = new CancellationTokenSource(Until.Limit);
            using var tuner = new LinuxTuner(TimeProvider.System);
            await using var watch = tuner.WatchAsync(limit.Token).GetAsyncEnumerator();
            var next = watch.MoveNextAsync();
            var done = deed();
            while (await next)
            {
                if (watch.Current.What == what)
                {
                    await done;
                    return watch.Current.By;
                }
                next = watch.MoveNextAsync();
            }
            return "nobody told";
        });
}
