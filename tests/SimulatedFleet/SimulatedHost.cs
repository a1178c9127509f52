using IwTune.Shared.Statistics;

namespace IwTune.SimulatedFleet;

/// <summary>A host over thirty days: its responses and its paths, which change.</summary>
public sealed class SimulatedHost
{
    /// <summary>Ten minutes.</summary>
    public static readonly TimeSpan Step = TimeSpan.FromMinutes(10);

    /// <summary>Steps of thirty days.</summary>
    public const int Steps = 30 * 24 * 6;

    private const int StepsOfDay = 24 * 6;
    private readonly (int From, SimulatedPath Path)[] _paths;
    private readonly double _perStep;
    private readonly int _noon;

    private SimulatedHost((int From, SimulatedPath Path)[] paths, long[] sizes, double perStep, int noon) =>
        (_paths, Sizes, _perStep, _noon) = (paths, sizes, perStep, noon);

    /// <summary>Sizes of responses, bytes; each is as likely as any other.</summary>
    public long[] Sizes { get; }

    /// <summary>The step from which the path no longer changes.</summary>
    public int LastChange => _paths[^1].From;

    /// <summary>
    /// Draws one. Round-trip times have a median of 45 ms, rates of 20 Mbit/s, queues of 40 packets, sizes of 30 kB. Two of five hosts lose
    /// packets at random, and paths change up to three times in the thirty days.
    /// </summary>
    public static SimulatedHost Draw(SeededRandom random)
    {
        var sizes = new long[24];
        var median = 30_000 * Math.Exp(0.5 * random.Normal());
        for (var i = 0; i < sizes.Length; i++)
            sizes[i] = (long)Math.Clamp(median * Math.Exp(1.1 * random.Normal()), 500, 2_000_000);
        var rtt = TimeSpan.FromMilliseconds(Math.Clamp(45 * Math.Exp(0.7 * random.Normal()), 6, 400));
        var changes = random.Below(4);
        var paths = new (int, SimulatedPath)[changes + 1];
        for (var i = 0; i <= changes; i++)
            paths[i] = (i == 0 ? 0 : random.Below(Steps), Path(rtt, random));
        Array.Sort(paths, (a, b) => a.Item1.CompareTo(b.Item1));
        return new SimulatedHost(paths, sizes, Math.Clamp(25 * Math.Exp(0.8 * random.Normal()), 2, 200), random.Below(StepsOfDay));
    }

    /// <summary>The path in a step.</summary>
    public SimulatedPath PathAt(int step)
    {
        var at = _paths[0].Path;
        foreach (var (from, path) in _paths)
        {
            if (from <= step)
                at = path;
        }
        return at;
    }

    /// <summary>The share of the queue that other traffic uses: a fifth at night, six tenths in the busy hour.</summary>
    public double BusyAt(int step) => 0.4 - (0.2 * Math.Cos(2 * Math.PI * (step - _noon) / StepsOfDay));

    /// <summary>Connections that end in a step; three times as many in the busy hour as at night.</summary>
    public int ConnectionsAt(int step, SeededRandom random)
    {
        var mean = _perStep * (1 - (0.5 * Math.Cos(2 * Math.PI * (step - _noon) / StepsOfDay)));
        return (int)Math.Max(0, Math.Round(mean + (Math.Sqrt(mean) * random.Normal())));
    }

    private static SimulatedPath Path(TimeSpan rtt, SeededRandom random) =>
        new(
            rtt,
            Math.Clamp(20e6 * Math.Exp(1.0 * random.Normal()), 1e6, 1e9),
            (int)Math.Clamp(40 * Math.Exp(0.9 * random.Normal()), 4, 1000),
            random.Below(5) < 2 ? 0.004 * random.Share() : 0
        );
}
