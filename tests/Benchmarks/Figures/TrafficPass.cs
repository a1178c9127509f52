using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Linux.SocketDiagnosis;
using IwTune.Benchmarks.Measuring;

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
        var open = new List<Socket>();
        try
        {
            using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen(512);
            // Both ends are on this host: a pair is two connections.
            for (var pair = 0; pair < Kept / 2; pair++)
                Connect(listener, open);
            using var feed = new LinuxConnections().Open();
            var observer = new TrafficObserver(feed, TimeProvider.System);
            var kept = Looks(observer, () => { });
            var ending = Looks(observer, () => End(listener));
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
        finally
        {
            open.ForEach(socket => socket.Dispose());
        }
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

    private static void End(Socket listener)
    {
        var ended = new List<Socket>();
        for (var pair = 0; pair < Ended / 2; pair++)
            Connect(listener, ended)[0].Send([1, 2, 3]);
        ended.ForEach(socket => socket.Dispose());
    }

    private static Socket[] Connect(Socket listener, List<Socket> into)
    {
        var here = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        here.Connect(listener.LocalEndPoint!);
        var there = listener.Accept();
        into.AddRange([here, there]);
        return [here, there];
    }
}
