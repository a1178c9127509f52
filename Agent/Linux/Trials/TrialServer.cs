using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Trials;

/// <summary>Answers each connection with one response, written in one call, and keeps what the kernel reported about it.</summary>
internal sealed class TrialServer : IDisposable
{
    /// <summary>
    /// Up to this size the send buffer is made large enough for the whole response; a longer one needs the kernel's own, which grows.
    /// </summary>
    private const int Small = 128_000,
        LargeBuffer = 4 << 20;

    private readonly Socket _listener;
    private readonly byte[] _response;
    private readonly ConcurrentDictionary<int, TaskCompletionSource<Sent>> _sent = new();

    private TrialServer(Socket listener, int size) => (_listener, _response) = (listener, new byte[size]);

    /// <summary>Bytes of a request.</summary>
    public const int RequestBytes = 200;

    /// <param name="Cwnd">Congestion window before anything was sent, segments.</param>
    /// <param name="Scale">By how many bits the client's windows are shifted.</param>
    /// <param name="SegmentsAgain">Segments retransmitted.</param>
    internal sealed record Sent(int Cwnd, int Scale, int SegmentsAgain);

    /// <summary>Begins to listen in the network namespace of this thread.</summary>
    /// <exception cref="HostUnsupportedException">
    /// The kernel does not have the congestion control, or does not let this process use it.
    /// </exception>
    public static TrialServer Open(IPEndPoint at, int size, string congestionControl)
    {
        const int tcp = 6,
            congestion = 13; // TCP_CONGESTION: accepted connections inherit it from the listener
        var listener = new Socket(at.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            listener.SetRawSocketOption(tcp, congestion, Encoding.ASCII.GetBytes(congestionControl));
        }
        catch (SocketException refused)
        {
            listener.Dispose();
            throw new HostUnsupportedException(
                $"--cc {congestionControl}: {refused.Message}. /proc/sys/net/ipv4/tcp_available_congestion_control lists what this "
                    + "kernel has.",
                refused
            );
        }
        listener.Bind(at);
        listener.Listen(512);
        var server = new TrialServer(listener, size);
        _ = server.AcceptAsync();
        return server;
    }

    /// <summary>What the kernel reported about the connection from this client port, once the client has closed it.</summary>
    public Task<Sent> OfAsync(int clientPort) => Of(clientPort).Task;

    /// <inheritdoc/>
    public void Dispose()
    {
        // Until its exec, a child of this process has a copy of the socket, which would listen on after it is closed here.
        _listener.Shutdown(SocketShutdown.Receive);
        _listener.Dispose();
    }

    private TaskCompletionSource<Sent> Of(int clientPort) =>
        _sent.GetOrAdd(clientPort, _ => new(TaskCreationOptions.RunContinuationsAsynchronously));

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = AnswerAsync(await _listener.AcceptAsync());
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The trial is over.
        }
    }

    private async Task AnswerAsync(Socket connection)
    {
        var result = Of(((IPEndPoint)connection.RemoteEndPoint!).Port);
        try
        {
            using var held = connection;
            connection.NoDelay = true;
            if (_response.Length <= Small)
                connection.SendBufferSize = LargeBuffer;
            var (cwnd, scale) = (TcpInfo.Read(connection).SendCwnd, ScaleOf(connection));
            var request = new byte[RequestBytes];
            for (var read = 0; read < request.Length; )
            {
                var more = await connection.ReceiveAsync(request.AsMemory(read));
                if (more == 0)
                    throw new SocketException((int)SocketError.ConnectionReset);
                read += more;
            }
            for (var sent = 0; sent < _response.Length; )
                sent += await connection.SendAsync(_response.AsMemory(sent));
            await connection.ReceiveAsync(request); // the client closes first
            result.TrySetResult(new Sent(cwnd, scale, TcpInfo.Read(connection).TotalRetransmits));
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
        {
            result.TrySetException(gone);
        }
    }

    /// <summary>tcpi_snd_wscale, the lower half of the seventh byte of struct tcp_info.</summary>
    private static int ScaleOf(Socket connection)
    {
        const int tcp = 6,
            info = 11,
            offset = 6;
        Span<byte> raw = stackalloc byte[offset + 2];
        connection.GetRawSocketOption(tcp, info, raw);
        return raw[offset] & 0xf;
    }
}
