using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;

namespace IwTune.Benchmarks.Figures.Fleet;

/// <summary>A server with a large fleet: its pages, and ten thousand agents that wait.</summary>
internal sealed class LargeFleet : IBenchmark
{
    public string Name => "fleet";

    public string Summary => "pages and waiting agents of a server with a large fleet, on each database";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        var figures = new List<Figure>();
        foreach (var open in BenchStores.All)
        {
            using var scratch = new Scratch();
            using var store = open();
            using var server = await MeasuredServer.StartAsync(store, scratch, options.Hosts, "--poll", "240s");
            Console.Error.WriteLine($"  {store.Name}: pages");
            figures.AddRange(await Pages.MeasureAsync(server, store.Name, options.Hosts));
            Console.Error.WriteLine($"  {store.Name}: {options.Hosts / 10:#,0} agents connect and wait");
            figures.AddRange(await WakeUp.MeasureAsync(server, store.Name, options.Hosts / 10, options.Hosts));
        }
        return figures;
    }
}
