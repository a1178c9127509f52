using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Linux;

/// <summary>The routes of a host, and a state directory: each turn is that of a new process.</summary>
internal sealed class JournaledZoo : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("iwtune-journaled-");

    public string Oracle() => _zoo.Oracle();

    public string Ip(string arguments) => _zoo.Host.Ip(arguments);

    /// <summary>Gives the default routes this window.</summary>
    public void Apply(int initcwnd) =>
        Assert.True(
            Run(async reconciler =>
                await reconciler.ReconcileAsync(Bench.Content(("default", initcwnd, null)), CancellationToken.None)
            )!.Succeeded
        );

    public Reconciliation UndoLast() => Run(reconciler => reconciler.Rollbacks.LastAsync(CancellationToken.None))!;

    public void Dispose()
    {
        _zoo.Dispose();
        _folder.Delete(recursive: true);
    }

    private Reconciliation? Run(Func<Reconciler, ValueTask<Reconciliation?>> act) =>
        _zoo.Host.Run(() =>
            act(
                    Reconciler.Open(
                        StateDirectory.Open(_folder.FullName),
                        _zoo.Tuner,
                        new SimulatedProbe(TimeProvider.System),
                        TimeProvider.System,
                        AgentLog.Silent
                    )
                )
                .AsTask()
                .Result
        );
}
