using System.Diagnostics;
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
    private readonly HttpClient client;
    private readonly CancellationTokenSource end = new();
    private readonly List<Task> running = [];
    private readonly ReceivedBundles bundles = new();

    public ConnectedHosts(MeasuredServer server)
    {
        this.server = server;
        var handler = server.Handler();
        handler.EnableMultipleHttp2Connections = true;
        client = new(handler) { Timeout = Timeout.InfiniteTimeSpan };
    }

    public Tally Tally { get; } = new();

    /// <summary>Begins the next hosts and waits until their check-ins wait at the server.</summary>
    public async Task BeginAsync(int count)
    {
        foreach (var chunk in Enumerable.Range(running.Count, count).Chunk(AtOnce))
        {
            running.AddRange(
                chunk.Select(number => new ConnectedHost(client, server.Url, number, server.Held, bundles, Tally).RunAsync(end.Token))
            );
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
        client.Dispose();
        end.Dispose();
    }
}
