using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Ports;
using IwTune.Lab;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Time.Testing;

namespace IwTune.Agent.Tests.Linux.Probing;

/// <summary>A fresh connection starts with the window of the route that serves it, and evidence is given for no other route.</summary>
public sealed class TcpInfoProbeTests : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly TcpListener _listener;
    private readonly TcpListener _own;

    public TcpInfoProbeTests()
    {
        _zoo.Peer.Ip("addr add 10.77.0.1/32 dev lo");
        _zoo.Peer.Ip("addr add 10.78.0.1/32 dev lo");
        _zoo.Peer.Ip("-6 addr add fd77::1/128 dev lo nodad");
        _zoo.Host.Ip("route add default via 10.99.0.2");
        _zoo.Host.Ip("-6 route add default via fd99::2");
        _zoo.Host.Ip("route add default via 10.98.0.2 table 1000 initcwnd 17");
        _zoo.Host.Ip("rule add to 10.78.0.0/16 lookup 1000");
        _listener = _zoo.Peer.Run(Listen);
        _own = _zoo.Host.Run(Listen);
    }

    [Theory]
    [InlineData("ipv4 main default via 10.99.0.2 dev v0", "10.77.0.1", 23)]
    [InlineData("ipv4 main default via 10.99.0.2 dev v0", "::ffff:10.77.0.1", 24)]
    [InlineData("ipv4 main 10.99.0.0/24 dev v0", "10.99.0.2", 31)]
    [InlineData("ipv4 table 1000 default via 10.98.0.2 dev v1", "10.78.0.1", 3)]
    [InlineData("ipv6 main default via fd99::2 dev v0 metric 1024", "fd77::1", 44)]
    [InlineData("ipv6 main fd99::/64 dev v0 metric 256", "fd99::2", 1)]
    public async Task A_fresh_connection_starts_with_the_window_of_its_route(string id, string peer, int segments)
    {
        Assert.IsType<Outcome.Applied>(_zoo.Apply(new Step.Set(_zoo.Target(id), new Window(segments, null))));
        var evidence = await ProbeAsync(id, peer);
        Assert.True(evidence.Conclusive, evidence.Note);
        Assert.Equal(segments, evidence.InitialCwnd);
        Assert.Equal(segments, evidence.ConfiguredCwnd);
        Assert.Equal(segments, evidence.EffectiveSegments);
        Assert.Equal(BindingTerm.InitCwnd, evidence.Binding);
        Assert.Equal(segments * (long)evidence.Mss!, evidence.EffectiveBytes);
    }

    [Fact]
    public async Task An_unset_window_is_the_kernels_ten()
    {
        var evidence = await ProbeAsync("ipv4 main default via 10.99.0.2 dev v0", "10.77.0.1");
        Assert.Equal(10, evidence.InitialCwnd);
        Assert.Null(evidence.ConfiguredCwnd);
    }

    [Fact]
    public async Task The_peers_window_binds_a_large_initcwnd()
    {
        const string id = "ipv4 main default via 10.99.0.2 dev v0";
        _zoo.Apply(new Step.Set(_zoo.Target(id), new Window(200, null)));
        var evidence = await ProbeAsync(id, "10.77.0.1");
        Assert.Equal(200, evidence.InitialCwnd);
        Assert.Equal(BindingTerm.PeerWindow, evidence.Binding);
        Assert.Equal(evidence.PeerWindowBytes, evidence.EffectiveBytes);
        Assert.InRange(evidence.EffectiveSegments!.Value, 40, 46);
    }

    [Fact]
    public async Task A_window_that_something_else_overrides_is_said_to_be_overridden()
    {
        // The lock takes effect once the kernel has metrics of the peer (tcp_init_metrics). It stores them when an earlier connection has
        // closed at both ends.
        _zoo.Host.Ip("route change default via 10.99.0.2 initcwnd 40 cwnd lock 7");
        const string id = "ipv4 main default via 10.99.0.2 dev v0";
        Assert.Equal((40, ""), await ProbeAsync(id, "10.77.0.1") is var first ? (first.InitialCwnd, first.Note) : default);
        var later = await ProbeAsync(id, "10.77.0.1");
        await Until.TrueAsync(async () => (later = await ProbeAsync(id, "10.77.0.1")).InitialCwnd != 40, () => later.Note);
        Assert.Equal((7, 40), (later.InitialCwnd, later.ConfiguredCwnd));
        Assert.Contains("started with 7 segments where its route gives 40", later.Note, StringComparison.Ordinal);
        Assert.Equal(TermName.RouteLock, TermName.Binding(later));
    }

    [Theory]
    [InlineData("10.78.0.1", "a rule sends it by another table")]
    [InlineData("10.99.0.2", "the connected prefix serves it")]
    [InlineData("127.0.0.1", "loopback")]
    [InlineData("10.99.0.1", "the host's own address")]
    [InlineData("fd77::1", "the other family")]
    public async Task A_peer_that_another_route_serves_proves_nothing(string peer, string because)
    {
        var evidence = await ProbeAsync("ipv4 main default via 10.99.0.2 dev v0", peer);
        Assert.False(evidence.Conclusive, because);
        Assert.Null(evidence.InitialCwnd);
        Assert.Contains("is reached by this route; name a TCP port behind it", evidence.Note, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_refused_connection_is_said_to_be_one()
    {
        var evidence = await ProbeAsync("ipv4 main default via 10.99.0.2 dev v0", "10.77.0.1", port: 1);
        Assert.False(evidence.Conclusive);
        Assert.Contains("refused", evidence.Note, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task Many_routes_are_measured_as_each_alone()
    {
        var targets = _zoo.Read().Targets;
        var probe = new TcpInfoProbe(() => [Peer("10.77.0.1"), Peer("10.78.0.1"), Peer("fd77::1")], TimeProvider.System);
        List<Evidence> alone = [];
        List<Evidence> together = [];
        await _zoo.Host.RunAsync(async () =>
        {
            foreach (var target in targets)
                alone.Add(await probe.ProbeAsync(target, CancellationToken.None));
            await foreach (var measured in probe.ProbeAllAsync(targets, "d1", CancellationToken.None))
                together.Add(measured);
        });
        Assert.Equal(alone.Select(Told), together.Select(Told));
        Assert.Equal(3, together.Count(one => one.Conclusive));

        static (string, bool, int?, string?, string) Told(Evidence one) =>
            (one.TargetId, one.Conclusive, one.InitialCwnd, one.Peer, one.Note);

        static IPEndPoint Peer(string address) => new(IPAddress.Parse(address), 7443);
    }

    [Fact]
    public async Task Silent_peers_are_waited_for_at_the_same_time()
    {
        _zoo.Peer.Ip("addr add 10.77.0.2/32 dev lo");
        _zoo.Host.Ip("route add 10.77.0.2/32 via 10.99.0.2");
        _zoo.Peer.Ip("route add blackhole 10.99.0.1/32");
        string[] ids = ["ipv4 main default via 10.99.0.2 dev v0", "ipv4 main 10.77.0.2/32 via 10.99.0.2 dev v0"];
        var targets = ids.Select(_zoo.Target).ToList();
        var clock = new FakeTimeProvider();
        var probe = new TcpInfoProbe(() => [Silent("10.77.0.1"), Silent("10.77.0.2")], clock);
        List<Evidence> seen = [];
        // Both waits end with one step of the clock only where both have begun.
        await _zoo.Host.RunAsync(async () =>
        {
            var round = TakeAsync();
            clock.Advance(TimeSpan.FromSeconds(6));
            await round.WaitAsync(TimeSpan.FromSeconds(30));
        });
        Assert.All(seen, one => Assert.Contains("did not answer within 5 s", one.Note, StringComparison.Ordinal));
        Assert.Equal(ids, seen.Select(one => one.TargetId));

        async Task TakeAsync()
        {
            await foreach (var measured in probe.ProbeAllAsync(targets, "d1", CancellationToken.None))
                seen.Add(measured);
        }

        static IPEndPoint Silent(string address) => new(IPAddress.Parse(address), 7443);
    }

    public void Dispose()
    {
        _listener.Dispose();
        _own.Dispose();
        _zoo.Dispose();
    }

    private static TcpListener Listen()
    {
        var listener = new TcpListener(IPAddress.IPv6Any, 7443) { Server = { DualMode = true } };
        listener.Start();
        return listener;
    }

    private Task<Evidence> ProbeAsync(string id, string peer, int port = 7443)
    {
        var target = _zoo.Target(id);
        return _zoo.Host.RunAsync(() =>
            new TcpInfoProbe(() => [new IPEndPoint(IPAddress.Parse(peer), port)], TimeProvider.System)
                .ProbeAsync(target, CancellationToken.None)
                .AsTask()
        );
    }
}
