using System.Diagnostics;
using IwTune.Agent.Linux;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Lab;

namespace IwTune.Benchmarks.Figures;

/// <summary>
/// How long a route that another program recreates is without its window: a DHCP client's delete and add, or one replace.
/// </summary>
internal sealed class RepairTime : IBenchmark
{
    private const int Repairs = 200;
    private const double Goal = 1000;

    /// <summary>By default the agent stops its repairs when another program changes the same route two hundred times.</summary>
    private const string Settings = "repairs: { max: 1000, within: 1m }\n";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    public string Name => "repair";

    public string Summary => $"time until the daemon has repaired a route that another program recreated, {Repairs} times";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var space = RouteSpace.Create(0);
        using var tuner = new LinuxTuner(TimeProvider.System);
        RouteUnderTest.Reset(space);
        scratch.Write("state/agent.yaml", Settings);
        var daemon = Daemon.Start(space, scratch, RouteUnderTest.Policy);
        await Daemon.WaitAsync(daemon, scratch);
        Await(space, tuner, Stopwatch.StartNew());
        var times = new List<TimeSpan>();
        for (var i = 0; i < Repairs; i++)
        {
            // A change falls at a random time within the watcher's pauses, as in production.
            await Task.Delay(Random.Shared.Next(50, 350));
            times.Add(Await(space, tuner, Disturb(space, anew: i % 2 == 0)));
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

    private static Stopwatch Disturb(NetNamespace space, bool anew)
    {
        var since = Stopwatch.StartNew();
        if (anew)
            RouteUnderTest.Reset(space);
        else
            space.Ip($"route replace {RouteUnderTest.Prefix} via {RouteSpace.Gateway} dev v0 proto static mtu 1400 advmss 1360 realm 7");
        return since;
    }

    private static TimeSpan Await(NetNamespace space, LinuxTuner tuner, Stopwatch since) =>
        space.Run(() =>
        {
            while (since.Elapsed < Patience)
            {
                var read = tuner.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult();
                if (
                    read.Targets.Any(target =>
                        target.Destination.ToString() == RouteUnderTest.Prefix && target.Current.InitCwnd == RouteUnderTest.Wanted
                    )
                )
                    return since.Elapsed;
                Thread.Sleep(1);
            }
            throw new BenchException($"the route was not repaired within {Patience.TotalSeconds:0} s");
        });
}
