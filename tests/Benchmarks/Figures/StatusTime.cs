using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;

namespace IwTune.Benchmarks.Figures;

/// <summary>How long a person waits for <c>iwtune status</c>, and for a command that does nothing.</summary>
internal sealed class StatusTime : IBenchmark
{
    private const int Rounds = 40;
    private const int WarmUp = 5;

    /// <summary>Of nmcli's time.</summary>
    private const double Goal = 1.2;

    public string Name => "status";

    public string Summary => "wall time of `iwtune status` and `iwtune --version`, compared with other commands of administrators";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var space = RouteSpace.Create(50);
        var daemon = Daemon.Start(space, scratch, RouteSpace.Policy);
        await Daemon.WaitAsync(daemon, scratch);

        var cpu = new List<TimeSpan>();
        Func<TimeSpan> ours = () =>
        {
            var run = Spawn.Timed([Shipped.Agent, "status", "--socket", Daemon.Socket(scratch)]);
            cpu.Add(run.Cpu);
            return run.Wall;
        };
        Func<TimeSpan> version = () => Spawn.Timed([Shipped.Agent, "--version"]).Wall;
        // Without its daemon tuned-adm still prints the active profile, but its exit code differs where there is none.
        (Rival Rival, string Command, Func<TimeSpan> Run)[] beside =
        [
            (Rival.Nmcli, "nmcli -v", () => Spawn.Timed(["nmcli", "-v"]).Wall),
            (Rival.Tuned, "tuned-adm active", () => Spawn.Timed(["tuned-adm", "active"], allowed: [1, 2]).Wall),
        ];
        var present = beside.Where(one => one.Rival.Installed).ToList();
        var times = Interleaved.Run(WarmUp, Rounds, [ours, version, .. present.Select(one => one.Run)]);

        var note =
            $"`iwtune status` asks a running daemon over its socket; it spends {Sample.Milliseconds(cpu)} of processor time. The other "
            + "two ask no daemon.";
        var figures = new List<Figure>();
        foreach (var (rival, command, _) in beside)
        {
            var place = present.FindIndex(one => one.Rival == rival);
            Sample? other = place < 0 ? null : times[place + 2];
            figures.Add(Beside("`iwtune status`", times[0], rival, command, other) with { Note = note });
            figures.Add(Beside("`iwtune --version`", times[1], rival, command, other));
        }
        return figures;
    }

    private static Figure Beside(string what, Sample ours, Rival rival, string command, Sample? other)
    {
        var goal = rival == Rival.Nmcli ? $"at most {Goal} of it" : "";
        return other is { } theirs
            ? new(what, ours, command, theirs, goal, goal.Length > 0 ? ours.Median <= Goal * theirs.Median : null)
            : new(what, ours, rival.NotInstalled, Goal: goal);
    }
}
