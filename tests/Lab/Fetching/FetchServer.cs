using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>
/// Sends as many bytes as it is asked for, in one write, and notes what the kernel says of each connection before the first byte.
/// The request is the number of bytes, eight bytes little endian.
/// </summary>
public sealed class FetchServer : IDisposable
{
    private readonly Socket listener;
    private readonly ConcurrentDictionary<int, TcpInfo> atStart = new();

    private FetchServer(Socket listener) => this.listener = listener;

    /// <summary>Listens on every address of a namespace.</summary>
    /// <param name="space">Where.</param>
    /// <param name="port">TCP port.</param>
    /// <param name="congestionControl">
    /// <c>cubic</c> or <c>reno</c>: bbr, the default of some kernels, paces its first flight and follows another model.
    /// </param>
    public static FetchServer Listen(NetNamespace space, int port, string congestionControl = "cubic")
    {
        // Metrics kept of an earlier connection to the same peer would decide the next one's window.
        space.Sysctl("net.ipv4.tcp_no_metrics_save", "1");
        _ = space.TryExec("ip", "tcp_metrics", "flush", "all");
        var server = space.Run(() =>
        {
            var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
            TcpInfo.UseCongestionControl(socket, congestionControl);
            socket.Bind(new IPEndPoint(IPAddress.IPv6Any, port));
            socket.Listen(64);
            return new FetchServer(socket);
        });
        _ = Task.Run(server.AcceptAsync);
        return server;
    }

    /// <summary>What the kernel said of the connection from this client port when it was accepted.</summary>
    public TcpInfo AtStart(int clientPort) => atStart[clientPort];

    /// <inheritdoc/>
    public void Dispose() => listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var connection = await listener.AcceptAsync();
                atStart[((IPEndPoint)connection.RemoteEndPoint!).Port] = TcpInfo.Of(connection);
                _ = AnswerAsync(connection);
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
        }
    }

    private static async Task AnswerAsync(Socket connection)
    {
        using var held = connection;
        try
        {
            connection.NoDelay = true;
            var request = new byte[sizeof(long)];
            for (var read = 0; read < request.Length;)
            {
                var more = await connection.ReceiveAsync(request.AsMemory(read));
                if (more == 0) return;
                read += more;
            }
            await connection.SendAsync(new byte[BitConverter.ToInt64(request)]);
            await connection.ReceiveAsync(request); // the client closes first
        }
        catch (SocketException)
        {
            // The client gave up: its own failure says so.
        }
    }
}
