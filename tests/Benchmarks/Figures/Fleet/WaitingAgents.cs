using System.Diagnostics;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Figures.Fleet;

/// <summary>Agents that wait for a notification, each over a TLS connection, with almost no work of their own.</summary>
internal sealed class WaitingAgents(MeasuredServer server) : IDisposable
{
    private readonly List<(Socket Socket, SslStream Tls)> connections = [];
    private int asked;

    /// <summary>Opens a connection for each of the next hosts, several at a time.</summary>
    public async Task ConnectAsync(int count)
    {
        foreach (var chunk in Enumerable.Range(0, count).Chunk(200))
            connections.AddRange(await Task.WhenAll(chunk.Select(_ => ConnectAsync(server.Url))));
    }

    /// <summary>Lets every remaining host check in and wait; returns once all have sent their request.</summary>
    public async Task AskAsync(int waitSeconds)
    {
        for (; asked < connections.Count; asked++)
        {
            var host = new SeededHost(asked);
            var body = JsonSerializer.Serialize(
                new CheckInRequest(server.Held, host.StateHash, host.Facts.BootId, 2),
                WireJson.Default.CheckInRequest
            );
            await connections[asked]
                .Tls.WriteAsync(
                    Encoding.ASCII.GetBytes(
                        $"POST {AgentPaths.CheckIn}?wait={waitSeconds} HTTP/1.1\r\nHost: {server.Url.Authority}\r\nAuthorization: "
                            + $"{AgentPaths.HostScheme} {host.Id}.{host.Secret}\r\nContent-Type: application/json\r\nContent-Length: "
                            + $"{body.Length}\r\n\r\n{body}"
                    )
                );
        }
    }

    /// <summary>Waits for every answer.</summary>
    /// <returns>The arrival of each, milliseconds after <paramref name="since"/>.</returns>
    public async Task<IReadOnlyList<double>> HearAsync(Stopwatch since, CancellationToken ct) =>
        await Task.WhenAll(Enumerable.Range(0, connections.Count).Select(i => HearAsync(i, since, ct)));

    public void Dispose()
    {
        foreach (var (socket, tls) in connections)
        {
            tls.Dispose();
            socket.Dispose();
        }
    }

    private static async Task<(Socket Socket, SslStream Tls)> ConnectAsync(Uri url)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(url.Host, url.Port);
        // Certificate checks of agents are measured elsewhere; here only the server's part counts.
        var tls = new SslStream(new NetworkStream(socket), false, (_, _, _, _) => true);
        await tls.AuthenticateAsClientAsync(url.Host);
        return (socket, tls);
    }

    private async Task<double> HearAsync(int i, Stopwatch since, CancellationToken ct)
    {
        // No agent holds a buffer while it waits.
        var tls = connections[i].Tls;
        if (await tls.ReadAsync(Memory<byte>.Empty, ct) != 0)
            throw new BenchException($"agent {i} read something where there is room for nothing");
        var answer = new byte[8 << 10];
        var length = await tls.ReadAtLeastAsync(answer, 16, throwOnEndOfStream: false, ct);
        var at = since.Elapsed.TotalMilliseconds;
        var status = Encoding.ASCII.GetString(answer, 0, Math.Min(length, 12));
        return status == "HTTP/1.1 200" ? at : throw new BenchException($"agent {i} got {status} instead of a bundle");
    }
}
