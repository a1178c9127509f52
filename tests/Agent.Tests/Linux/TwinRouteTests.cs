using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Linux;

/// <summary>Another program puts the same route, with another protocol, before ours, and so gets its name.</summary>
public sealed class TwinRouteTests : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("iwtune-twin-");
    private readonly string _before;

    public TwinRouteTests()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 5");
        _before = _zoo.Oracle();
        Assert.True(
            Run(async reconciler => await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), CancellationToken.None)).Succeeded
        );
        _zoo.Host.Ip("route prepend default via 10.99.0.2 proto static");
    }

    [Fact]
    public void Ours_is_restored_behind_the_other_which_keeps_its_window()
    {
        Assert.True(UndoLast().Succeeded);
        Assert.Equal(
            ["default via 10.99.0.2 dev v0 proto static", "default via 10.99.0.2 dev v0 initcwnd 5"],
            _zoo.Host.Ip("route show default").Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        );
        _zoo.Host.Ip("route del default proto static");
        Assert.Equal(_before, _zoo.Oracle());
    }

    public void Dispose()
    {
        _zoo.Dispose();
        _folder.Delete(recursive: true);
    }

    private Reconciliation UndoLast() => Run(async reconciler => (await reconciler.Rollbacks.LastAsync(CancellationToken.None))!);

    /// <summary>A new process over the same journal.</summary>
    private Reconciliation Run(Func<Reconciler, Task<Reconciliation>> act) =>
        _zoo.Host.Run(() =>
            act(
                Reconciler.Open(
                    StateDirectory.Open(_folder.FullName),
                    _zoo.Tuner,
                    new SimulatedProbe(TimeProvider.System),
                    TimeProvider.System,
                    AgentLog.Silent
                )
            ).Result
        );
}
