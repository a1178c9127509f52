using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace IwTune.Benchmarks.Figures.Hostile;

/// <summary>
/// Connections from many addresses of this machine that send a form or a document a byte at a time, and reconnect when they are refused.
/// </summary>
internal sealed class SlowConnections(Uri server, int count, int addresses) : IAsyncDisposable
{
    private static readonly (string Path, string Type)[] Aims =
    [
        ("/sign-in", "application/x-www-form-urlencoded"),
        ("/theme", "application/x-www-form-urlencoded"),
        ("/sign-out", "application/x-www-form-urlencoded"),
        ("/error", "application/x-www-form-urlencoded"),
        ("/agent/v1/enroll", "application/json"),
    ];

    private static readonly TimeSpan BetweenBytes = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource over = new();
    private Task all = Task.CompletedTask;
    private int open,
        refused;

    /// <summary>Open now.</summary>
    public int Open => Volatile.Read(ref open);

    /// <summary>Ended by the server.</summary>
    public int Refused => Volatile.Read(ref refused);

    public void Begin() =>
        all = Task.WhenAll(
            Enumerable
                .Range(0, count)
                .Select(i => Task.Run(() => KeepAsync(IPAddress.Parse($"127.0.0.{1 + i % addresses}"), Aims[i % Aims.Length])))
        );

    public async ValueTask DisposeAsync()
    {
        await over.CancelAsync();
        await all;
        over.Dispose();
    }

    private async Task KeepAsync(IPAddress from, (string Path, string Type) aim)
    {
        while (!over.IsCancellationRequested)
        {
            try
            {
                await SendAsync(from, aim);
            }
            catch (Exception ended) when (ended is IOException or SocketException or OperationCanceledException)
            {
                // Refused, or the measurement is over.
            }
            // Reconnecting at once would measure handshakes, not slow bodies.
            await Task.Delay(BetweenBytes, over.Token).ContinueWith(_ => { }, TaskScheduler.Default);
        }
    }

    private async Task SendAsync(IPAddress from, (string Path, string Type) aim)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(from, 0));
        await socket.ConnectAsync(IPAddress.Loopback, server.Port, over.Token);
        await using var tls = new SslStream(new NetworkStream(socket), false, (_, _, _, _) => true);
        await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = server.Host }, over.Token);
        await tls.WriteAsync(
            Encoding.ASCII.GetBytes(
                $"POST {aim.Path} HTTP/1.1\r\nHost: {server.Authority}\r\nContent-Type: {aim.Type}\r\nContent-Length: 2000\r\n\r\nx"
            ),
            over.Token
        );
        Interlocked.Increment(ref open);
        try
        {
            var answered = tls.ReadAsync(new byte[256], over.Token).AsTask();
            while (await Task.WhenAny(answered, Task.Delay(BetweenBytes, over.Token)) != answered)
                await tls.WriteAsync("x"u8.ToArray(), over.Token);
            Interlocked.Increment(ref refused);
        }
        finally
        {
            Interlocked.Decrement(ref open);
        }
    }
}
