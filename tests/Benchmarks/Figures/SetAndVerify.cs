using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Figures;

/// <summary>
/// Setting and verifying the window of one route that carries mtu, advmss, realm and a protocol, and the attributes that each tool loses.
/// </summary>
internal sealed class SetAndVerify : IBenchmark
{
    private const double Goal = 30;

    public string Name => "route";

    public string Summary => "set and verify one route, compared with configuration management, and the attributes that each loses";

    public Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var space = RouteSpace.Create(0);
        var ours = Measure(new AgentSetter(scratch), space, warmUp: 3, rounds: 30);
        var goal = $"at most {Goal} ms, nothing lost";
        var figures = new List<Figure>();
        foreach (var rival in new IRouteSetter[] { new PuppetSetter(scratch), new AnsibleSetter(scratch) })
        {
            var met = ours.Time.Median <= Goal;
            if (rival.Missing is { } missing)
            {
                figures.Add(new("set and verify one route", ours.Time, missing, Goal: goal, Met: met && ours.Lost.Count == 0));
                continue;
            }
            // Repeating our measurement after each of theirs would add nothing: they take seconds, ours milliseconds.
            var theirs = Measure(rival, space, warmUp: 1, rounds: 5);
            figures.Add(new("set and verify one route", ours.Time, rival.Name, theirs.Time, $"at most {Goal} ms", met));
            figures.Add(
                new(
                    "  attributes it lost",
                    Sample.Of(ours.Lost.Count, ""),
                    rival.Name,
                    Sample.Of(theirs.Lost.Count, ""),
                    "0",
                    ours.Lost.Count == 0
                )
                {
                    Note =
                        $"Lost of proto, mtu, advmss and realm: iwtune {Words(ours.Lost)}; {rival.Name} {Words(theirs.Lost)}, by `ip "
                        + "route change`.",
                }
            );
        }
        return Task.FromResult<IReadOnlyList<Figure>>(figures);
    }

    private static (Sample Time, IReadOnlyList<string> Lost) Measure(IRouteSetter setter, NetNamespace space, int warmUp, int rounds)
    {
        IReadOnlyList<string> lost = [];
        var time = Interleaved.Run(
            warmUp,
            rounds,
            () =>
            {
                RouteUnderTest.Reset(space);
                var run = space.Run(setter.Set);
                lost = RouteUnderTest.Lost(space);
                return run.Wall;
            }
        )[0];
        return (time, lost);
    }

    private static string Words(IReadOnlyList<string> lost) => lost.Count == 0 ? "nothing" : string.Join(", ", lost);
}
