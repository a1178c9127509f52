using System.Diagnostics;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Figures;

/// <summary>
/// How long a route that another program recreates is without its window: a DHCP client's delete and add, or one replace.
/// </summary>
internal sealed class RepairTime : IBenchmark
{
    private const int Repairs = 200;
    private const double Goal = 1000;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(1);

    public string Name => "repair";

    public string Summary => $"time until the daemon has repaired a route that another program recreated, {Repairs} times";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var route = new DisturbedRoute();
        await Daemon.StartRepairingAsync(route.Space, scratch, RouteUnderTest.Policy);
        Await(route, Stopwatch.StartNew());
        var times = new List<TimeSpan>();
        for (var i = 0; i < Repairs; i++)
        {
            // A change falls at a random time within the watcher's pauses, as in production.
            await Task.Delay(Random.Shared.Next(50, 350));
            times.Add(Await(route, route.Disturb(anew: i % 2 == 0)));
        }
        var sample = Sample.Milliseconds(times);
        var note =
            $"From the start of the command that recreates the route, half by delete and add, half by replace, until netlink returns the "
            + $"window; {Repairs} times.";
        return
        [
            new("drift repaired, median", sample) { Note = note },
            new(
                "drift repaired, p99",
                Sample.Of(sample.Quantile(0.99), "ms"),
                Goal: $"at most {Goal} ms",
                Met: sample.Quantile(0.99) <= Goal
            ),
        ];
    }

    private static TimeSpan Await(DisturbedRoute route, Stopwatch since) =>
        route.Await(since, Patience, Pause) ?? throw new BenchException($"the route was not repaired within {Patience.TotalSeconds:0} s");
}
