using System.Text.Json;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

public sealed class PlanJsonTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task What_many_steps_have_in_common_is_written_as_anything_else()
    {
        for (var i = 0; i < 300; i++)
            _bench.Tuner.Add(Bench.Route($"10.1.{i % 250}.{i / 250}/32", "eth1", "192.0.2.9", "static") with { Window = new(i + 1, null) });
        var plan = await _bench.Open().PlanOnlyAsync(Bench.Content(("default", 20, null), ("prefix:10.0.0.0/8", 20, 30)), default);
        Assert.Equal(302, plan.Steps.Count);
        Assert.Equal(
            JsonSerializer.Serialize(PlanJson.Of(plan), AgentJson.Shown.PlannedHost),
            JsonSerializer.Serialize(PlanJson.Of(plan), AgentJson.Planned.PlannedHost)
        );
    }

    public void Dispose() => _bench.Dispose();
}
