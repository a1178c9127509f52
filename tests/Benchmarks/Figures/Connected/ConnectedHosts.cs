using System.Diagnostics;
using System.Net.Security;
using IwTune.Benchmarks.Http2;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Product.Fleet;

namespace IwTune.Benchmarks.Figures.Connected;

/// <summary>Every host of the fleet with a check-in at the server, a hundred on each connection, as behind a proxy.</summary>
internal sealed class ConnectedHosts : IDisposable
{
    /// <summary>All at once would be refused: the server takes as many as it has room for.</summary>
    private const int AtOnce = 400;

    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    private readonly MeasuredServer server;
    private readonly SharedConnection[] connections;
    private readonly CancellationTokenSource end = new();
    private readonly List<Task> running = [];
    private readonly ReceivedBundles bundles = new();

    /// <param name="server">Over a seeded store.</param>
    /// <param name="count">Of the hosts that it knows.</param>
    public ConnectedHosts(MeasuredServer server, int count)
    {
        this.server = server;
        var tls = server.Tls();
        tls.ApplicationProtocols = [SslApplicationProtocol.Http2];
        connections = [.. Enumerable.Range(0, count / SharedConnection.Hosts + 1).Select(_ => new SharedConnection(server.Url, tls))];
    }

    public Tally Tally { get; } = new();

    /// <summary>Begins the next hosts and waits until their check-ins wait at the server.</summary>
    public async Task BeginAsync(int count)
    {
        foreach (var chunk in Enumerable.Range(running.Count, count).Chunk(AtOnce))
        {
            running.AddRange(chunk.Select(number => Host(number).RunAsync(end.Token)));
            await SettledAsync(running.Count);
        }
    }

    /// <summary>Waits until all but a hundredth of them wait.</summary>
    public async Task SettledAsync(int hosts)
    {
        for (var clock = Stopwatch.StartNew(); Tally.Waiting < hosts - hosts / 100; await Task.Delay(50))
        {
            if (clock.Elapsed > Longest)
                throw new BenchException($"only {Tally.Waiting:#,0} of {hosts:#,0} hosts wait, {Tally.Failed:#,0} calls failed");
        }
    }

    public void Dispose()
    {
        end.Cancel();
        foreach (var connection in connections)
            connection.Dispose();
        end.Dispose();
    }

    private ConnectedHost Host(int number) =>
        new(connections[number / SharedConnection.Hosts], server.Url, number, server.Held, bundles, Tally);
}
