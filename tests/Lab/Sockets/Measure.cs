using System.Net;
using System.Net.Sockets;
using IwTune.Lab.Serving;

namespace IwTune.Lab;

/// <summary>
/// The laboratory as a separate process, for what the kernel decides by process: its control group. Prints the kernel's data of each
/// connection, before any data is sent.
/// </summary>
public static class Measure
{
    /// <summary><c>measure connect CC ADDRESS:PORT…</c>: opens a connection to each and prints <c>ADDRESS:PORT cwnd N</c>.</summary>
    public static async Task<int> ConnectAsync(string congestionControl, IEnumerable<string> peers)
    {
        foreach (var peer in peers.Select(IPEndPoint.Parse))
        {
            // As most programs do: an IPv4 address written as ::ffff:a.b.c.d uses an IPv6 socket.
            using var socket = new Socket(peer.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            if (peer.AddressFamily == AddressFamily.InterNetworkV6)
                socket.DualMode = true;
            TcpInfo.UseCongestionControl(socket, congestionControl);
            await socket.ConnectAsync(peer);
            Tell(peer, socket);
        }
        return 0;
    }

    /// <summary>
    /// <c>measure listen CC PORT</c>: prints <c>listening</c>, then a line for each accepted connection, until it is killed.
    /// </summary>
    public static async Task<int> ListenAsync(string congestionControl, int port)
    {
        using var listener = new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
        TcpInfo.UseCongestionControl(listener, congestionControl);
        listener.Bind(new IPEndPoint(IPAddress.IPv6Any, port));
        listener.Listen(64);
        Console.WriteLine("listening");
        while (true)
        {
            using var connection = await listener.AcceptAsync();
            Tell((IPEndPoint)connection.RemoteEndPoint!, connection);
        }
    }

    /// <summary>
    /// <c>measure serve CC PORT</c>: prints <c>serving</c> and answers every request with a large page, until it is killed.
    /// </summary>
    public static async Task<int> ServeAsync(string congestionControl, int port)
    {
        using var server = PageServer.Listen(port, congestionControl, new Page(200_000));
        Console.WriteLine("serving");
        await Task.Delay(Timeout.Infinite);
        return 0;
    }

    private static void Tell(IPEndPoint peer, Socket socket)
    {
        var info = TcpInfo.Of(socket);
        Console.WriteLine($"{peer} cwnd {info.Cwnd} retransmits {info.Retransmits} mss {info.Mss}");
    }
}
