using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using IwTune.Agent.Linux.SocketDiagnosis;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Linux.Effective;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.SocketDiagnosis;

/// <summary>Real connections, as the kernel reports them.</summary>
public sealed partial class ConnectionFeedTests : IDisposable
{
    private readonly Connecting _host = new("initcwnd 23");
    private readonly List<Connection> _open = [];
    private readonly List<Connection> _closed = [];

    [Fact]
    public async Task A_connection_before_it_sends_has_the_window_of_the_route_that_serves_it_and_its_end_is_told()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        Assert.Equal("", feed.Lacking);
        var (here, there) = _host.Connect();
        Read(feed);
        var fresh = Assert.Single(_open);
        Assert.True(fresh.IsFresh);
        Assert.Equal((here.LocalEndPoint, here.RemoteEndPoint, 23, 1448), (fresh.Local, fresh.Remote, fresh.Cwnd, fresh.Mss));
        Assert.Equal(new ServingTarget("ipv4 main default via 10.99.0.2 dev v0", 23, false), Serving(feed, fresh));
        Assert.NotNull(fresh.RttMicroseconds);
        Assert.InRange(fresh.PeerWindow!.Value, 60_000, 65_535);

        var same = new List<Connection>();
        feed.Read(same.Add, _closed.Add, freshOnly: true);
        Assert.Equal(fresh.Id, Assert.Single(same).Id);

        here.Send(new byte[10_000]);
        same.Clear();
        feed.Read(same.Add, _closed.Add, freshOnly: true);
        Assert.Empty(same);
        await Until.TrueAsync(() => there.Available == 10_000, () => "the data did not come");
        here.Dispose();
        there.Dispose();
        await EndedAsync(feed, 1);
        var ended = _closed[0];
        Assert.Equal((fresh.Id, 10_000L, 0, 0), (ended.Id, ended.BytesSent, ended.SentAgain, ended.DataSentAgain));
        Assert.False(ended.IsFresh);
        Assert.Equal("ipv4 main default via 10.99.0.2 dev v0", Serving(feed, ended)!.Id);
    }

    [Fact]
    public async Task That_connections_began_is_known_without_reading_them()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        Read(feed);
        Assert.False(feed.ReadEnds(_closed.Add).Begun);
        var (here, there) = _host.Connect();
        Assert.True(feed.ReadEnds(_closed.Add).Begun);
        Read(feed);
        Assert.False(feed.ReadEnds(_closed.Add).Begun);
        here.Dispose();
        there.Dispose();
        await Until.TrueAsync(() => feed.ReadEnds(_closed.Add) is { Begun: false } && _closed.Count == 1, () => "the end was not reported");
    }

    [Fact]
    public async Task Short_connections_between_two_passes_are_all_known_by_their_end()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        for (var i = 0; i < 50; i++)
        {
            var (here, there) = _host.Connect();
            here.Send([1, 2, 3]);
            here.Dispose();
            there.Dispose();
        }
        await EndedAsync(feed, 50);
        Assert.Equal(50, _closed.Select(one => one.Id).Distinct().Count());
        Assert.All(_closed, one => Assert.Equal(3, one.BytesSent));
    }

    [Fact]
    public async Task A_loss_in_the_first_flight_is_told_apart_from_a_lost_SYN()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        var (here, there) = _host.Connect();
        _host.LoseAcknowledgements();
        here.Send(new byte[3000]);
        await Until.TrueAsync(
            () =>
            {
                Read(feed);
                return _open is [{ DataSentAgain: > 0 }];
            },
            () => "nothing was sent again"
        );
        Assert.Equal(3000, _open[0].BytesSent);
        _host.Zoo.Peer.Ip("neigh del 10.99.0.1 dev p0");
        here.Dispose();
        there.Dispose();
    }

    [Fact]
    public async Task The_end_of_a_connection_tells_its_congestion_control_and_how_many_there_were_to_its_peer()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        var (cubic, cubicThere) = _host.Connect(_host.Make("cubic"));
        var (reno, renoThere) = _host.Connect(_host.Make("reno"));
        var (bare, bareThere) = _host.Connect(_host.Make(DefaultCongestion()));
        Read(feed);
        Assert.Equal(
            ["cubic", "reno", DefaultCongestion()],
            new[] { cubic, reno, bare }.Select(socket => Of(_open, socket).CongestionControl)
        );
        foreach (var socket in new[] { cubic, reno, bare })
            socket.Send(new byte[5000]);
        // Wait for the acknowledgements, so that the end reports them.
        await Until.TrueAsync(
            () =>
            {
                Read(feed);
                return _open.Count(one => one.BytesAcknowledged >= 5000) == 3;
            },
            () => "the data was not acknowledged"
        );
        var (unseen, unseenThere) = _host.Connect(_host.Make(DefaultCongestion()));
        unseen.Send(new byte[100]);
        var sockets = new[] { cubic, reno, bare, unseen };
        var ports = sockets.Select(socket => ((IPEndPoint)socket.LocalEndPoint!).Port).ToList();
        foreach (var socket in sockets.Concat([cubicThere, renoThere, bareThere, unseenThere]))
            socket.Dispose();
        await EndedAsync(feed, 4);
        var ended = ports.Select(port => _closed.Single(one => one.Local.Port == port)).ToList();
        Assert.Equal(["cubic", "reno", DefaultCongestion(), DefaultCongestion()], ended.Select(one => one.CongestionControl));
        Assert.All(ended[..3], one => Assert.InRange(one.Concurrent!.Value, 3, 4));
        Assert.True(ended[0].BytesAcknowledged >= 5000);
        Assert.NotNull(ended[0].SmoothedRttMicroseconds);
        Assert.NotNull(ended[0].DeliveryRate);
        Assert.Null(ended[0].SlowStartThreshold);
    }

    [Fact]
    public async Task What_a_listener_accepts_has_its_congestion_control_though_it_was_never_seen_open()
    {
        using var listener = _host.Zoo.Host.Run(() =>
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            socket.SetRawSocketOption(6, 13, "reno"u8);
            socket.Bind(new IPEndPoint(IPAddress.Parse("10.99.0.1"), 8080));
            socket.Listen(4);
            return socket;
        });
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        Read(feed);
        Assert.Empty(_open); // a listener is no connection
        using (var client = _host.Zoo.Peer.Run(() => new TcpClient("10.99.0.1", 8080)))
        using (var accepted = listener.Accept())
            accepted.Send(new byte[300]);
        await EndedAsync(feed, 1);
        Assert.Equal(("reno", 8080), (_closed[0].CongestionControl, _closed[0].Local.Port));
    }

    [Fact]
    public void Peers_of_both_families_a_mapped_one_and_the_host_itself_are_served_by_different_targets()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        using var own = _host.Zoo.Host.Run(() =>
        {
            var listener = new TcpListener(IPAddress.Loopback, 0);
            listener.Start();
            return listener;
        });
        (string Address, int Port)[] peers =
        [
            (Connecting.Far, 7443),
            ($"::ffff:{Connecting.Far}", 7443),
            ("fd77::1", 7443),
            ("10.99.0.2", 7443),
            ("127.0.0.1", ((IPEndPoint)own.LocalEndpoint).Port),
        ];
        var sockets = peers
            .Select(peer =>
                _host.Zoo.Host.Run(() =>
                {
                    var address = IPAddress.Parse(peer.Address);
                    var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
                    if (address.AddressFamily == AddressFamily.InterNetworkV6)
                        socket.DualMode = true;
                    socket.Connect(address, peer.Port);
                    return socket;
                })
            )
            .ToList();
        Read(feed);
        var ports = sockets.Select(socket => ((IPEndPoint)socket.LocalEndPoint!).Port).ToList();
        Assert.Equal(
            [
                ("ipv4 main default via 10.99.0.2 dev v0", false),
                ("ipv4 main default via 10.99.0.2 dev v0", false),
                ("ipv6 main default via fd99::2 dev v0 metric 1024", false),
                ("ipv4 main 10.99.0.0/24 dev v0", false),
                ("ipv4 local 127.0.0.1/32 dev lo", true),
            ],
            ports
                .Select(port => _open.Single(one => one.Local.Port == port && one.Remote.Port != port))
                .Select(one => Serving(feed, one)!)
                .Select(target => (target.Id, target.IsOwn))
        );
        sockets.ForEach(socket => socket.Dispose());
    }

    [Fact]
    public async Task A_refused_connection_never_was_one()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        for (var i = 0; i < 3; i++)
        {
            using var refused = _host.Make();
            Assert.Throws<SocketException>(() => refused.Connect(IPAddress.Parse(Connecting.Far), 1));
        }
        using (var good = _host.Connect().Here)
            good.Send([1]);
        await EndedAsync(feed, 1);
        Assert.Equal(7443, Assert.Single(_closed).Remote.Port);
    }

    [Fact]
    public void Changed_routes_count_once_targets_are_forgotten()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        _host.Connect();
        Read(feed);
        Assert.Equal(23, Serving(feed, _open[0])!.InitCwnd);
        _host.Zoo.Host.Ip($"route change default {Connecting.Via} initcwnd 31");
        Assert.Equal(23, Serving(feed, _open[0])!.InitCwnd);
        feed.ForgetTargets();
        Assert.Equal(31, Serving(feed, _open[0])!.InitCwnd);
    }

    [Fact]
    public void A_neighbour_is_told_from_a_peer_beyond_a_router()
    {
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        _host.Connect();
        var near = _host.Make();
        near.Connect(new IPEndPoint(IPAddress.Parse("10.99.0.2"), Connecting.Service.Port));
        Read(feed);
        Assert.Equal(
            [("10.77.0.1", false), ("10.99.0.2", true)],
            _open.Select(one => ($"{one.Remote.Address}", Serving(feed, one)!.OnLink)).Order()
        );
    }

    [Fact]
    public void What_a_shadow_serves_belongs_to_the_route_it_stands_before()
    {
        _host.Zoo.Host.Ip($"route add default {Connecting.Via} metric 100");
        _host.Zoo.Host.Ip($"route del default {Connecting.Via} metric 0");
        _host.Zoo.Host.Ip($"route add default {Connecting.Via} metric 99 proto 105 initcwnd 37");
        using var feed = _host.Zoo.Host.Run(() => new LinuxConnections().Open());
        _host.Connect();
        Read(feed);
        Assert.Equal(37, _open[0].Cwnd);
        Assert.Equal(new ServingTarget("ipv4 main default via 10.99.0.2 dev v0 metric 100", 37, false), Serving(feed, _open[0]));
    }

    [Fact]
    public async Task Without_any_privilege_it_sees_the_same()
    {
        using var feed = _host.Zoo.Host.Run(() =>
        {
            uint[] header = [0x20080522, 0];
            Assert.Equal(0, SetCapabilities(header, new uint[6]));
            return new LinuxConnections().Open();
        });
        Assert.Equal("", feed.Lacking);
        var (here, there) = _host.Connect();
        Read(feed);
        Assert.Equal(23, Assert.Single(_open).Cwnd);
        here.Dispose();
        there.Dispose();
        await EndedAsync(feed, 1);
    }

    public void Dispose() => _host.Dispose();

    private string DefaultCongestion() => _host.Zoo.Host.Run(() => File.ReadAllText("/proc/sys/net/ipv4/tcp_congestion_control").Trim());

    private static Connection Of(List<Connection> connections, Socket socket) =>
        connections.Single(one => one.Local.Port == ((IPEndPoint)socket.LocalEndPoint!).Port);

    private ConnectionPass Read(IConnectionFeed feed)
    {
        _open.Clear();
        // Netlink sockets belong to the namespace they were opened in, whatever thread asks.
        var pass = feed.Read(_open.Add, _closed.Add);
        Assert.True(pass.Cost > TimeSpan.Zero);
        return pass;
    }

    private ServingTarget? Serving(IConnectionFeed feed, Connection connection) => _host.Zoo.Host.Run(() => feed.TargetOf(connection));

    private Task EndedAsync(IConnectionFeed feed, int count) =>
        Until.TrueAsync(
            () =>
            {
                // Not whole passes: what is known of a connection is kept for two of them, and these follow each other within milliseconds.
                feed.ReadEnds(_closed.Add);
                return _closed.Count >= count;
            },
            () => $"{_closed.Count} of {count} ends were told"
        );

    [LibraryImport("libc", EntryPoint = "capset", SetLastError = true)]
    private static partial int SetCapabilities(uint[] header, uint[] sets);
}
