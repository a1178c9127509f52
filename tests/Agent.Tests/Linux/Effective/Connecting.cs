using System.Net;
using System.Net.Sockets;
using System.Text;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Linux.Effective;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Probing;

namespace IwTune.Agent.Tests.Linux.Effective;

/// <summary>Real connections of a namespace over a route with the window under test.</summary>
internal sealed class Connecting : IDisposable
{
    public const string Far = "10.77.0.1",
        Via = "via 10.99.0.2";

    private readonly List<IDisposable> _open = [];

    public Connecting(string window = "")
    {
        Zoo.Peer.Ip($"addr add {Far}/32 dev lo");
        Zoo.Peer.Ip("-6 addr add fd77::1/128 dev lo nodad");
        Zoo.Host.Ip("-6 route add default via fd99::2");
        Zoo.Host.Ip($"route add default {Via} {window}".TrimEnd());
        Listener = Zoo.Peer.Run(() => Listen(IPAddress.IPv6Any));
    }

    public RouteZoo Zoo { get; } = new();

    public Socket Listener { get; }

    public static IPEndPoint Service => new(IPAddress.Parse(Far), 7443);

    /// <summary>A socket of the host's namespace, not connected yet.</summary>
    public Socket Make(string congestion = "cubic", int? sendBuffer = null) =>
        Zoo.Host.Run(() =>
        {
            var socket = Keep(new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true });
            socket.SetRawSocketOption(6, 13, Encoding.ASCII.GetBytes(congestion));
            if (sendBuffer is { } bytes)
                socket.SendBufferSize = bytes;
            return socket;
        });

    /// <summary>A connection of the host, and its other end.</summary>
    public (Socket Here, Socket There) Connect(Socket? with = null)
    {
        var here = with ?? Make();
        here.Connect(Service);
        return (here, Keep(Listener.Accept()));
    }

    /// <summary>Judges the first flight of a connection that has sent nothing, as the probe would.</summary>
    public EffectiveWindow Judge(Socket here) =>
        Zoo.Host.Run(() =>
        {
            using var netlink = NetlinkSocket.Open();
            var (answer, error) = netlink.Get("asking", RouteRequests.Lookup(Service.Address));
            Assert.Null(error);
            return EffectiveWindow.Of(
                FlightSettings.Of(
                    TcpInfo.Read(here),
                    RouteMessage.Read(answer!.Value.Body),
                    Service.Address,
                    SockOpsPrograms.Attached().Sentence(programmed: false)
                )
            );
        });

    /// <summary>From now on the peer's acknowledgements are lost: a neighbour that does not exist has the host's address.</summary>
    public void LoseAcknowledgements()
    {
        // Without tail-loss probes (RFC 8985 §7.3): a reader that is a few milliseconds late would find one segment more than the first
        // flight.
        Zoo.Host.Sysctl("net.ipv4.tcp_early_retrans", "0");
        Zoo.Peer.Ip("neigh replace 10.99.0.1 lladdr 02:00:00:00:00:99 dev p0 nud permanent");
    }

    /// <summary>Writes until the socket accepts no more.</summary>
    public static void Fill(Socket socket, int chunk)
    {
        socket.Blocking = false;
        var bytes = new byte[chunk];
        for (var sent = 0; sent < 2_000_000; sent += chunk)
        {
            socket.Send(bytes, SocketFlags.None, out var error);
            if (error == SocketError.WouldBlock)
                return;
            Assert.Equal(SocketError.Success, error);
        }
        Assert.Fail("the socket takes everything");
    }

    public void Dispose()
    {
        foreach (var open in _open)
            open.Dispose();
        Zoo.Dispose();
    }

    private Socket Listen(IPAddress at)
    {
        var listener = Keep(new Socket(SocketType.Stream, ProtocolType.Tcp));
        listener.Bind(new IPEndPoint(at, 7443));
        listener.Listen(16);
        return listener;
    }

    private T Keep<T>(T opened)
        where T : IDisposable
    {
        _open.Add(opened);
        return opened;
    }
}
