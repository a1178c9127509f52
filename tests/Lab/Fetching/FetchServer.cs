using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Lab;

/// <summary>
/// Sends the requested number of bytes in one write, and records the kernel's data of each connection before the first byte and after the
/// last. A request is the number of bytes, eight bytes little endian; a connection may ask again. A negative number asks for that many
/// bytes followed by a close, as servers of HTTP/1.0 do: the FIN is one more packet behind the last, and reveals its loss.
/// </summary>
public sealed class FetchServer : IDisposable
{
    /// <summary>The number of connections that are answered at a time.</summary>
    private const int AtATime = 8;

    private static readonly TimeSpan Thinking = TimeSpan.FromMilliseconds(0.3);

    private readonly Socket listener;
    private readonly Writing way;
    private readonly ConcurrentDictionary<int, TcpInfo> atStart = new();
    private readonly ConcurrentDictionary<int, TcpInfo> atEnd = new();

    private FetchServer(Socket listener, Writing way) => (this.listener, this.way) = (listener, way);

    /// <summary>Listens on every address of a namespace.</summary>
    /// <param name="space">The namespace.</param>
    /// <param name="port">TCP port.</param>
    /// <param name="congestionControl">
    /// <c>cubic</c> or <c>reno</c>: bbr, the default of some kernels, paces its first flight and follows another model.
    /// </param>
    /// <param name="way">How responses are handed to the kernel.</param>
    public static FetchServer Listen(NetNamespace space, int port, string congestionControl = "cubic", Writing way = Writing.Once)
    {
        // Metrics cached from an earlier connection to the same peer would decide the next one's window.
        space.Sysctl("net.ipv4.tcp_no_metrics_save", "1");
        _ = space.TryExec("ip", "tcp_metrics", "flush", "all");
        var server = space.Run(() =>
        {
            var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
            TcpInfo.UseCongestionControl(socket, congestionControl);
            socket.Bind(new IPEndPoint(IPAddress.IPv6Any, port));
            socket.Listen(64);
            return new FetchServer(socket, way);
        });
        // Blocking calls on dedicated threads, which wake on time: a pool's thread, or one that is made on demand, is late on a busy
        // machine, and that would be measured.
        for (var i = 0; i < AtATime; i++)
            _ = PromptThread.RunAsync(server.Serve);
        return server;
    }

    /// <summary>The kernel's data of the connection from this client port when it was accepted.</summary>
    public TcpInfo AtStart(int clientPort) => atStart[clientPort];

    /// <summary>The same; <see langword="null"/> when another server accepted it.</summary>
    public TcpInfo? TryAtStart(int clientPort) => atStart.GetValueOrDefault(clientPort);

    /// <summary>The kernel's data of the connection from this client port when its client had closed it.</summary>
    public TcpInfo AtEnd(int clientPort)
    {
        Until.True(() => atEnd.ContainsKey(clientPort), () => $"the connection from port {clientPort} did not end");
        return atEnd[clientPort];
    }

    /// <summary>Forgets ended connections: a client's port may name another one later.</summary>
    public void Forget()
    {
        atStart.Clear();
        atEnd.Clear();
    }

    /// <inheritdoc/>
    public void Dispose() => listener.Dispose();

    private bool Serve()
    {
        try
        {
            while (true)
            {
                var connection = listener.Accept();
                var port = ((IPEndPoint)connection.RemoteEndPoint!).Port;
                atStart[port] = TcpInfo.Of(connection);
                atEnd.TryRemove(port, out _);
                Answer(connection, port);
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            return true;
        }
    }

    private void Answer(Socket connection, int port)
    {
        using var held = connection;
        try
        {
            connection.NoDelay = true;
            var request = new byte[sizeof(long)];
            while (Filled(connection, request))
            {
                // The kernel acknowledges a first request by itself: that packet has left a narrow link before the answer reaches its
                // queue.
                PromptThread.Pause(Thinking);
                var asked = BitConverter.ToInt64(request);
                Writer.Write(connection, way, (int)Math.Abs(asked));
                if (asked < 0)
                    connection.Shutdown(SocketShutdown.Send);
            }
            atEnd[port] = TcpInfo.Of(connection);
        }
        catch (SocketException)
        {
            // The client gave up: it reports its own failure.
        }
    }

    /// <summary>False when the client, which always closes first, has closed.</summary>
    private static bool Filled(Socket connection, byte[] request)
    {
        for (var read = 0; read < request.Length; )
        {
            var more = connection.Receive(request.AsSpan(read));
            if (more == 0)
                return false;
            read += more;
        }
        return true;
    }
}
