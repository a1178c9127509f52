using System.Diagnostics;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Lab;

namespace IwTune.Benchmarks.Figures;

/// <summary>Whether the daemon's memory grows while routes change all the time on a host with many connections.</summary>
internal sealed class RouteChurn : IBenchmark
{
    private const int Routes = 1_000;
    private const int Connections = 8_000;
    private const int ChangesAtOnce = 10;
    private const double AnonymousGoal = 8;

    /// <summary>A page of the heap more or less is no growth.</summary>
    private const double GrowthGoal = 0.25;

    /// <summary>1,000 changes a minute.</summary>
    private static readonly TimeSpan BetweenChanges = TimeSpan.FromMinutes(1) * ChangesAtOnce / Routes;

    public string Name => "churn";

    public string Summary => $"memory during --minutes of {Routes:#,0} route changes a minute with {Connections:#,0} connections";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var space = RouteSpace.Create(Routes);
        using var connections = space.Run(() => new LoopbackPairs(Connections));
        var daemon = await Daemon.StartRepairingAsync(space, scratch, RouteSpace.Policy);
        var seen = await ChangeAsync(space, daemon, TimeSpan.FromMinutes(options.Minutes));
        await RequireRepairedAsync(space, daemon);
        return Judge(seen, options.Minutes);
    }

    private static async Task<List<ProcessMemory>> ChangeAsync(NetNamespace space, LabProcess daemon, TimeSpan time)
    {
        var (seen, since, changed) = (new List<ProcessMemory>(), Stopwatch.StartNew(), 0);
        for (var turn = 1; since.Elapsed < time; turn++)
        {
            space.IpBatch(
                Enumerable.Range(changed, ChangesAtOnce).Select(i => i % Routes).Select(i => "route replace " + RouteSpace.Route(i))
            );
            changed += ChangesAtOnce;
            if (BetweenChanges * turn - since.Elapsed is { Ticks: > 0 } rest)
                await Task.Delay(rest);
            if (daemon.Ended)
                throw new BenchException($"the daemon ended after {since.Elapsed}:\n{daemon.Output}");
            seen.Add(ProcessMemory.Of(daemon.Id));
        }
        return seen;
    }

    /// <summary>A daemon that repairs nothing would not grow either.</summary>
    private static async Task RequireRepairedAsync(NetNamespace space, LabProcess daemon)
    {
        for (var tries = 0; Windows(space) < Routes; tries++)
        {
            if (tries > 100)
                throw new BenchException($"{Windows(space)} of {Routes} routes have their window again; the daemon said:\n{daemon.Output}");
            await Task.Delay(100);
        }
    }

    private static int Windows(NetNamespace space) =>
        space.Ip("route show").Split('\n').Count(line => line.Contains("initcwnd 16", StringComparison.Ordinal));

    private static IReadOnlyList<Figure> Judge(List<ProcessMemory> seen, double minutes)
    {
        var third = seen.Count / 3;
        var (middle, last) = (Anonymous(seen[third..(2 * third)]), Anonymous(seen[(2 * third)..]));
        var growth = Sample.Of(last.Median - middle.Median, "MB");
        var cpu = Sample.Of((seen[^1].Cpu - seen[0].Cpu).TotalMilliseconds / (seen.Count - 1) / ChangesAtOnce, "ms");
        var note =
            $"{minutes:0.#} minutes, {seen.Count * ChangesAtOnce:#,0} changes. Growth is the last third's median less the middle third's.";
        return
        [
            new("daemon resident, route churn", Sample.Megabytes(seen[third..].Select(one => one.Resident))) { Note = note },
            new("  its anonymous part", last, Goal: $"at most {AnonymousGoal} MB", Met: last.Median <= AnonymousGoal) { Note = note },
            new("  growth of that part", growth, Goal: $"at most {GrowthGoal} MB", Met: growth.Median <= GrowthGoal) { Note = note },
            new("  processor time of a repair", cpu) { Note = note },
        ];
    }

    private static Sample Anonymous(IEnumerable<ProcessMemory> seen) => Sample.Megabytes(seen.Select(one => one.Anonymous));
}
