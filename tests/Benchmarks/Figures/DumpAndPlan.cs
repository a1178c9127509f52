using System.Diagnostics;
using IwTune.Agent.Engine;
using IwTune.Agent.Linux;
using IwTune.Agent.Ports;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Figures;

/// <summary>Reading a large table and planning a change of every route in it, compared with iproute2, which only reads.</summary>
internal sealed class DumpAndPlan : IBenchmark
{
    private const int Routes = 10_000;
    private const int WarmUp = 10;
    private const int Rounds = 30;
    private const double Goal = 100;

    public string Name => "plan";

    public string Summary => "dump and plan 10,000 routes, compared with `ip -json route`";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        var agent = Shipped.Agent;
        using var scratch = new Scratch();
        using var space = RouteSpace.Create(Routes);
        var policy = scratch.Write("policy.yaml", RouteSpace.Policy);
        var content = BundleContent.From(
            PolicyReader.Read(RouteSpace.Policy).Policy ?? throw new BenchException("the policy is not valid")
        );
        return await space.RunAsync(() =>
            Task.FromResult(Measure(content, [agent, "plan", policy, "--json", "--state", scratch.At("state")]))
        );
    }

    private static IReadOnlyList<Figure> Measure(BundleContent content, IReadOnlyList<string> plan)
    {
        using var tuner = new LinuxTuner(TimeProvider.System);
        var times = Interleaved.Run(
            WarmUp,
            Rounds,
            () => InProcess(tuner, content),
            () => Spawn.Timed(plan, allowed: [2]).Wall,
            () => Spawn.Timed(["ip", "-json", "route"]).Wall
        );
        var goal = $"at most {Goal} ms";
        return
        [
            new($"{Routes:#,0} routes, dump and plan, in process", times[0], "ip -json route", times[2], goal, times[0].Median <= Goal),
            new($"{Routes:#,0} routes, `iwtune plan --json`, whole command", times[1], "ip -json route", times[2]),
        ];
    }

    private static TimeSpan InProcess(ITuner tuner, BundleContent content)
    {
        var clock = Stopwatch.StartNew();
        var observed = tuner.ReadAsync(default).AsTask().GetAwaiter().GetResult();
        var plan = Planner.Plan(Resolver.Resolve(content, observed), observed, new(Limits.None, tuner.Capabilities));
        var time = clock.Elapsed;
        return plan.Steps.Count == Routes ? time : throw new BenchException($"{plan.Steps.Count} steps were planned for {Routes} routes");
    }
}
