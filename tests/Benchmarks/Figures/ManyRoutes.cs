using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Figures;

/// <summary>
/// Applying a policy to a large table and rolling it back, each with journal, read-back and verification, compared with iproute2, which
/// only makes the changes.
/// </summary>
internal sealed class ManyRoutes : IBenchmark
{
    private const int Routes = 16_000;
    private const int WarmUp = 1;
    private const int Rounds = 5;
    private const double Goal = 10_000;

    public string Name => "many";

    public string Summary => "apply to 16,000 routes and roll back, compared with `ip -batch`";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var space = RouteSpace.Create(Routes);
        string[] agent = [Shipped.Agent, "", scratch.Write("policy.yaml", RouteSpace.Policy), "--state", scratch.At("state")];
        string[] apply = [agent[0], "apply", .. agent[2..]],
            rollback = [agent[0], "rollback", .. agent[3..]];
        string[] set = ["ip", "-batch", scratch.Write("set", Changes(" initcwnd 16 initrwnd 20"))],
            unset = ["ip", "-batch", scratch.Write("unset", Changes(""))];
        return await space.RunAsync(() => Task.FromResult(Measure(apply, rollback, set, unset)));
    }

    private static IReadOnlyList<Figure> Measure(string[] apply, string[] rollback, string[] set, string[] unset)
    {
        var times = Interleaved.Run(
            WarmUp,
            Rounds,
            () => Spawn.Timed(apply).Wall,
            () => Spawn.Timed(rollback).Wall,
            () => Spawn.Timed(set).Wall,
            () => Spawn.Timed(unset).Wall
        );
        var goal = $"at most {Goal / 1000} s";
        return
        [
            new($"{Routes:#,0} routes, `iwtune apply`", times[0], "ip -batch", times[2], goal, times[0].Median <= Goal),
            new($"{Routes:#,0} routes, `iwtune rollback`", times[1], "ip -batch", times[3], goal, times[1].Median <= Goal),
        ];
    }

    private static string Changes(string window) =>
        string.Concat(Enumerable.Range(0, Routes).Select(i => $"route change {RouteSpace.Route(i)}{window}\n"));
}
