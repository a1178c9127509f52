using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Linux.SocketDiagnosis;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Figures;

/// <summary>The cost of one pass over the connections of a busy host.</summary>
internal sealed class TrafficPass : IBenchmark
{
    private const int Kept = 8_000;
    private const int Ended = 1_000;
    private const int WarmUp = 5;
    private const int Rounds = 30;

    public string Name => "traffic";

    public string Summary => "processor time of one observation of 8,000 connections, and of 1,000 that ended";

    public Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var network = PrivateNetwork.Create();
        return Task.FromResult(network.Run(Measure));
    }

    private static IReadOnlyList<Figure> Measure()
    {
        using var open = new LoopbackPairs(Kept);
        using var feed = new LinuxConnections().Open();
        var observer = new TrafficObserver(feed, TimeProvider.System);
        var kept = Looks(observer, () => { });
        var ending = Looks(observer, End);
        var pause = LookingBudget.Pause(TimeSpan.FromMilliseconds(kept.Median));
        return
        [
            new(
                $"look at {Kept:#,0} connections",
                kept,
                Goal: "at most 0.2 % of a processor",
                Met: kept.Median <= 0.002 * pause.TotalMilliseconds * 1.001
            )
            {
                Note = $"Processor time of the thread. The pause after it is {pause.TotalSeconds:0.#} s.",
            },
            new($"the same with {Ended:#,0} that ended since", ending)
            {
                Note =
                    "The connections lead to the host itself: the agent reads the ended connections and looks up their routes, but "
                    + "does not count them.",
            },
        ];
    }

    private static Sample Looks(TrafficObserver observer, Action before)
    {
        var costs = new List<TimeSpan>();
        for (var round = 0; round < WarmUp + Rounds; round++)
        {
            before();
            var cost = observer.Look();
            if (round >= WarmUp)
                costs.Add(cost);
        }
        return Sample.Milliseconds(costs);
    }

    private static void End()
    {
        using var ended = new LoopbackPairs(Ended);
        ended.Send();
    }
}
