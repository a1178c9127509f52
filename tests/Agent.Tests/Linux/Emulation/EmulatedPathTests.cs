using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Linux.Netlink;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Emulation;

/// <summary>
/// The path between two real namespaces. That packets never arrive early is asserted directly. That they do not arrive late is asserted of
/// the best of many, because a busy machine delays some.
/// </summary>
public sealed class EmulatedPathTests
{
    private const int Payload = 1000;
    private const int PacketBytes = Payload + 28;
    private static readonly IPAddress Left = IPAddress.Parse("198.51.100.1");
    private static readonly IPAddress Right = IPAddress.Parse("198.51.100.2");

    [Fact]
    public void A_packet_takes_the_delay_of_its_direction()
    {
        using var ends = new Ends(
            new PathShape { Delay = TimeSpan.FromMilliseconds(20) },
            new PathShape { Delay = TimeSpan.FromMilliseconds(5) }
        );
        Assert.InRange(Quickest(ends.LeftSocket, ends.RightSocket), 20, 21);
        Assert.InRange(Quickest(ends.RightSocket, ends.LeftSocket), 5, 6);

        static double Quickest(Socket from, Socket to) =>
            Enumerable
                .Range(0, 60)
                .Min(_ =>
                {
                    var start = Stopwatch.GetTimestamp();
                    Send(from, 1);
                    Receive(to);
                    var took = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
                    return took;
                });
    }

    [Fact]
    public void A_narrow_link_lets_no_more_through_than_its_rate()
    {
        // 1 Mbit/s: 8.224 ms a packet.
        using var ends = new Ends(new PathShape { RateBitsPerSecond = 1e6 }, new PathShape());
        var start = Stopwatch.GetTimestamp();
        Send(ends.LeftSocket, 20);
        var arrived = Enumerable
            .Range(0, 20)
            .Select(_ =>
            {
                Receive(ends.RightSocket);
                return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            })
            .ToList();
        Assert.All(
            arrived.Index(),
            one => Assert.True(one.Item >= (one.Index + 1) * PacketBytes * 8 / 1e3 - 0.01, $"packet {one.Index} after {one.Item} ms")
        );
        Assert.InRange(arrived.Index().Min(one => one.Item - (one.Index + 1) * PacketBytes * 8 / 1e3), 0, 2);
    }

    [Theory]
    [InlineData(30, 10, 19)]
    [InlineData(11, 10, 0)]
    [InlineData(12, 10, 1)]
    [InlineData(20, 0, 19)]
    public void Of_a_burst_as_much_is_lost_as_the_law_says(int burst, int queue, int lost)
    {
        // 82 s a packet: nothing leaves the queue while the burst arrives, however busy the machine is.
        using var ends = new Ends(new PathShape { RateBitsPerSecond = 100, QueuePackets = queue }, new PathShape());
        Send(ends.LeftSocket, burst);
        Until.True(
            () => ends.Path.ToRight.Overflowed == lost && ends.Path.ToRight.QueueHigh == Math.Min(queue, burst - 1),
            () => ends.Path.ToRight.ToString()
        );
        Assert.Equal(0, ends.Path.ToRight.Carried);
    }

    [Fact]
    public void The_first_flight_of_a_connection_loses_what_the_script_says_and_a_capture_shows_it()
    {
        using var ends = new Ends(new PathShape { LostDataPackets = [2, 3] }, new PathShape());
        using var listener = ends.LeftNetwork.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        listener.Bind(new IPEndPoint(Left, 4000));
        listener.Listen();
        using var client = ends.RightNetwork.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        client.Connect(Left, 4000);
        using var connection = listener.Accept();
        connection.Send(new byte[10_000]);
        var buffer = new byte[10_000];
        client.ReceiveTimeout = 45_000;
        for (var read = 0; read < buffer.Length; )
            read += client.Receive(buffer);

        Assert.Equal(2, ends.Path.ToRight.Scripted);
        var data = ends.Seen.Where(seen => seen.Way == PathWay.ToRight && seen.Segment is { SourcePort: 4000, PayloadBytes: > 0 }).ToList();
        var first = data.Min(seen => seen.Segment.Sequence);
        var lost = data.Where(seen => seen.Event == PacketEvent.Lost).Select(seen => (int)(seen.Segment.Sequence - first)).ToList();
        Assert.Equal([1448, 2896], lost);
        // Both were sent again, and the received data is complete.
        Assert.Equal(
            10_000,
            data.Where(seen => seen.Event == PacketEvent.Arrived)
                .DistinctBy(seen => seen.Segment.Sequence)
                .Sum(seen => seen.Segment.PayloadBytes)
        );
    }

    [Fact]
    public void What_is_held_back_comes_behind_what_left_after_it()
    {
        using var ends = new Ends(
            new PathShape { Reordering = new Reordering(0.3, TimeSpan.FromMilliseconds(200)) },
            new PathShape(),
            seed: 3
        );
        Send(ends.LeftSocket, 30);
        var arrived = Enumerable.Range(0, 30).Select(_ => Receive(ends.RightSocket)).ToList();
        Assert.Equal(Enumerable.Range(0, 30), arrived.Order());
        Assert.NotEqual(arrived.Order(), arrived);
    }

    [Fact]
    public void A_shape_that_cannot_be_is_refused_with_every_reason()
    {
        using var left = Privileged.Namespace("left");
        using var tun = left.Run(() => TunDevice.Open("path0"));
        var refused = Assert.Throws<ArgumentException>(() =>
            EmulatedPath.Join(tun, tun, new PathShape { QueuePackets = -1 }, new PathShape())
        );
        Assert.Contains("a queue needs a rate", refused.Message, StringComparison.Ordinal);
        Assert.Contains("0 to 16384", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Its_interfaces_and_namespaces_are_gone_when_it_ends()
    {
        Privileged.Require();
        using var here = PrivateNetwork.Create();
        using (here.Run(() => TunDevice.Open("path0", 1492)))
            Assert.Equal(
                (1492, true),
                here.Run(() => Links().Where(link => link.Name == "path0").Select(link => (link.Mtu, link.IsUp)).Single())
            );
        // A process that another test starts has the device's descriptor until its exec.
        Until.True(() => Up().SequenceEqual(["lo"]), () => string.Join(", ", Up()));
        Assert.Throws<InvalidOperationException>(() => here.Run(() => throw new InvalidOperationException("seen")));
        here.Dispose();
        Assert.Throws<ObjectDisposedException>(() => here.Run(() => true));

        List<string> Up() => here.Run(() => Links().Where(link => link.IsUp).Select(link => link.Name).ToList());

        static IEnumerable<LinkMessage> Links()
        {
            using var socket = NetlinkSocket.Open();
            return socket
                .Dump("reading the interfaces", LinkMessage.DumpRequest())
                .Where(answer => answer.Type == MessageType.NewLink)
                .Select(answer => LinkMessage.Read(answer.Body.Span))
                .ToList();
        }
    }

    [Fact]
    public async Task How_long_the_machine_held_it_up_is_known()
    {
        var stop = TimeSpan.FromMilliseconds(300);
        using var ends = new Ends(new PathShape(), new PathShape(), tap: (_, _) => Thread.Sleep(stop));
        await Task.Delay(50);
        Assert.InRange(ends.Path.HeldUp, TimeSpan.Zero, stop - TimeSpan.FromMilliseconds(1));
        using var socket = ends.LeftNetwork.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        await Assert.ThrowsAsync<SocketException>(() => socket.ConnectAsync(Right, 9));
        Assert.True(ends.Path.HeldUp >= stop, $"{ends.Path.HeldUp}");
    }

    private static void Send(Socket socket, int count)
    {
        var payload = new byte[Payload];
        for (var i = 0; i < count; i++)
        {
            BitConverter.TryWriteBytes(payload, i);
            socket.Send(payload);
        }
    }

    private static int Receive(Socket socket)
    {
        var buffer = new byte[2000];
        Assert.Equal(Payload, socket.Receive(buffer));
        return BitConverter.ToInt32(buffer);
    }

    /// <summary>Two private networks and a UDP socket in each, connected to the other.</summary>
    private sealed class Ends : IDisposable
    {
        public Ends(PathShape toRight, PathShape toLeft, ulong seed = 1, PathTap? tap = null)
        {
            Privileged.Require();
            (LeftNetwork, RightNetwork) = (PrivateNetwork.Create(), PrivateNetwork.Create());
            Path = EmulatedPath.Join(
                LeftNetwork.Run(() => TunDevice.Open("path0")),
                RightNetwork.Run(() => TunDevice.Open("path0")),
                toRight,
                toLeft,
                seed,
                tap ?? ((packet, _) => Seen.Enqueue(packet))
            );
            LeftNetwork.Run(() => LinkSetup.AddAddress("path0", Left, 24));
            RightNetwork.Run(() => LinkSetup.AddAddress("path0", Right, 24));
            (LeftSocket, RightSocket) = (Connected(LeftNetwork, Left, Right), Connected(RightNetwork, Right, Left));
        }

        public PrivateNetwork LeftNetwork { get; }

        public PrivateNetwork RightNetwork { get; }

        public EmulatedPath Path { get; }

        public Socket LeftSocket { get; }

        public Socket RightSocket { get; }

        public ConcurrentQueue<PacketSeen> Seen { get; } = [];

        public void Dispose()
        {
            LeftSocket.Dispose();
            RightSocket.Dispose();
            Path.Dispose();
            LeftNetwork.Dispose();
            RightNetwork.Dispose();
        }

        private static Socket Connected(PrivateNetwork network, IPAddress own, IPAddress other)
        {
            var socket = network.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp));
            socket.Bind(new IPEndPoint(own, 9000));
            socket.Connect(other, 9000);
            socket.ReceiveTimeout = 45_000;
            return socket;
        }
    }
}
