using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Figures;

/// <summary>The daemon's memory after it has kept 50 routes for minutes, compared with two other agents at rest.</summary>
internal sealed class MemoryAtRest : IRestingBenchmark
{
    private const int Routes = 50;
    private const double AnonymousGoal = 8;
    private const double IdleGoal = 0.05;

    /// <summary>By then the windows are set and verified, and the rest is idleness.</summary>
    private static readonly TimeSpan StartTime = TimeSpan.FromSeconds(15);

    public string Name => "memory";

    public string Summary => $"the daemon's memory with {Routes} routes after --minutes, compared with other idle agents";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var space = RouteSpace.Create(Routes);
        var ours = Daemon.Start(space, scratch, RouteSpace.Policy);
        var rivals = new List<(Rival Rival, LabProcess Process)>();
        if (Rival.NodeExporter.Installed)
            rivals.Add((Rival.NodeExporter, IdleAgents.StartNodeExporter(space)));
        if (Rival.Zabbix.Installed)
            rivals.Add((Rival.Zabbix, IdleAgents.StartZabbix(space, scratch)));

        await Task.Delay(StartTime);
        var started = Read("iwtune", ours);
        await Task.Delay(TimeSpan.FromMinutes(options.Minutes));

        RequireWindows(space, ours);
        var memory = Read("iwtune", ours);
        var idle = (memory.Cpu - started.Cpu).TotalMinutes / options.Minutes * 100;
        var others = rivals.ToDictionary(one => one.Rival, one => Read(one.Rival.Program, one.Process));
        var total = Sample.Megabytes([memory.Resident]);
        var smallest = others.Count == 0 ? (double?)null : others.Values.Min(other => other.Resident) / 1e6;
        var note =
            $"Resident set and its anonymous part from smaps_rollup after {options.Minutes:0.#} minutes; processor time spent by then: "
            + string.Join(
                ", ",
                others
                    .Select(other => (other.Key.Program, other.Value))
                    .Prepend(("iwtune", memory))
                    .Select(one => $"{one.Item1} {one.Item2.Cpu.TotalMilliseconds:0} ms")
            )
            + ".";

        var figures = new List<Figure>();
        foreach (var rival in new[] { Rival.NodeExporter, Rival.Zabbix })
        {
            figures.Add(
                others.TryGetValue(rival, out var other)
                    ? new(
                        $"daemon resident, {Routes} routes",
                        total,
                        rival.Program,
                        Sample.Megabytes([other.Resident]),
                        "not above the smaller",
                        total.Median <= smallest
                    )
                    {
                        Note = note,
                    }
                    : new($"daemon resident, {Routes} routes", total, rival.NotInstalled) { Note = note }
            );
        }
        foreach (var rival in new[] { Rival.NodeExporter, Rival.Zabbix }.Where(others.ContainsKey))
        {
            var anonymous = Sample.Megabytes([memory.Anonymous]);
            figures.Add(
                new(
                    "  its anonymous part",
                    anonymous,
                    rival.Program,
                    Sample.Megabytes([others[rival].Anonymous]),
                    $"at most {AnonymousGoal} MB",
                    anonymous.Median <= AnonymousGoal
                )
                {
                    Note = note,
                }
            );
        }
        figures.Add(
            new("  its processor when idle", Sample.Of(idle, "%"), Goal: $"at most {IdleGoal} % of a core", Met: idle <= IdleGoal)
            {
                Note = note,
            }
        );
        return figures;
    }

    private static void RequireWindows(NetNamespace space, LabProcess daemon)
    {
        // A daemon that does nothing would be small too.
        var set = space.Ip("route show").Split('\n').Count(line => line.Contains("initcwnd", StringComparison.Ordinal));
        if (set < Routes)
            throw new BenchException($"the daemon set {set} of {Routes} routes; it said:\n{daemon.Output}");
    }

    private static ProcessMemory Read(string name, LabProcess process) =>
        process.Ended ? throw new BenchException($"{name} ended while at rest:\n{process.Output}") : ProcessMemory.Of(process.Id);
}
