using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;

namespace IwTune.Benchmarks.Figures.Connected;

/// <summary>All hosts of a large fleet at one server: at rest, while policies are published, and after the server was killed.</summary>
/// <param name="database">Its name in the benchmark's.</param>
/// <param name="open">Opens the store.</param>
internal sealed class ConnectedFleet(string database, Func<IBenchStore> open) : IBenchmark
{
    public string Name => $"connected-{database}";

    public string Summary => "a server at which every host of a large fleet waits";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        var figures = new List<Figure>();
        using var scratch = new Scratch();
        using var store = open();
        using var server = await MeasuredServer.StartAsync(store, scratch, options.Hosts);
        using var hosts = new ConnectedHosts(server, options.Hosts);
        var events = new ConnectedEvents(server, store.Name, hosts, options.Hosts);
        foreach (
            var (what, measure) in new (string, Func<Task<IReadOnlyList<Figure>>>)[]
            {
                ("hosts connect", events.ConnectAsync),
                ("at rest", events.RestAsync),
                ("a publication", events.PublishAsync),
                ("a publication for no host", events.PublishForNoHostAsync),
                ("publications one after the other", events.PublishOftenAsync),
                ("the server is killed", events.KillAsync),
            }
        )
        {
            Console.Error.WriteLine($"  {store.Name}: {what}");
            figures.AddRange(await measure());
        }
        return figures;
    }
}
