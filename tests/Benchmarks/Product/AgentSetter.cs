using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Rivals;

namespace IwTune.Benchmarks.Product;

/// <summary><c>iwtune apply</c> of a policy of one prefix, with a state directory that is new each time.</summary>
internal sealed class AgentSetter(Scratch scratch) : IRouteSetter
{
    private readonly string policy = scratch.Write("route.yaml", RouteUnderTest.Policy);
    private readonly string agent = Shipped.Agent;
    private int runs;

    public string Name => "iwtune apply";

    public string? Missing => null;

    public Run Set() => Spawn.Timed([agent, "apply", policy, "--state", scratch.At($"state-{++runs}")]);
}
