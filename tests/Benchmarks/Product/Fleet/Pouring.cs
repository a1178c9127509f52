using System.Diagnostics;
using System.Text;
using IwTune.Benchmarks.Measuring;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>Connections that post report lines of many hosts, as fast as the server answers.</summary>
internal sealed class Pouring : IDisposable
{
    public const int Clients = 16;

    private readonly MeasuredServer server;
    private readonly List<KeptConnection> connections;
    private readonly List<Queue<(SeededHost Host, long Next)>> hosts;

    private Pouring(MeasuredServer server, List<KeptConnection> connections, int count)
    {
        (this.server, this.connections) = (server, connections);
        // Hosts that report their seeded state, so that no verdict changes. They are taken from the whole fleet, in arrival order.
        hosts =
        [
            .. Enumerable
                .Range(0, Clients)
                .Select(client => new Queue<(SeededHost, long)>(
                    Enumerable
                        .Range(0, count)
                        .Where(number => number % Clients == client)
                        .Select(number => new SeededHost(number))
                        .Where(host => !host.Drifted)
                        .Select(host => (host, Seeding.ReportNumber + 1))
                )),
        ];
    }

    public static async Task<Pouring> OpenAsync(MeasuredServer server, int hosts)
    {
        var connections = new List<KeptConnection>();
        for (var i = 0; i < Clients; i++)
            connections.Add(await KeptConnection.OpenAsync(server.Url, (_, _, _, _) => true));
        return new(server, connections, hosts);
    }

    /// <returns>The number of lines that were made durable.</returns>
    public async Task<long> RunAsync(int lines, TimeSpan time)
    {
        var clock = Stopwatch.StartNew();
        return (
            await Task.WhenAll(
                Enumerable.Range(0, Clients).Select(client => Task.Run(() => RunAsync(client, lines, () => clock.Elapsed < time)))
            )
        ).Sum();
    }

    public void Dispose() => connections.ForEach(connection => connection.Dispose());

    private async Task<long> RunAsync(int client, int lines, Func<bool> goesOn)
    {
        var (mine, done) = (hosts[client], 0L);
        var bodies = new ReportBodies(mine.Peek().Host, server.Held, lines);
        while (goesOn())
        {
            var (host, next) = mine.Dequeue();
            var body = bodies.From(next);
            var head = Encoding.ASCII.GetBytes(
                $"POST {AgentPaths.Reports} HTTP/1.1\r\nHost: {server.Url.Authority}\r\nAuthorization: {AgentPaths.HostScheme} "
                    + $"{host.Id}.{host.Secret}\r\nContent-Type: application/x-ndjson\r\nContent-Length: {body.Length}\r\n\r\n"
            );
            await connections[client].PostAsync(head, body);
            mine.Enqueue((host, next + lines));
            done += lines;
        }
        return done;
    }
}
