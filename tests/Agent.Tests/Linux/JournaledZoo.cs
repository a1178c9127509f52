using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Engine.Turns;
using IwTune.Agent.Ports;
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
    public Reconciliation Apply(int initcwnd, int? confirmSeconds = null)
    {
        var content = Bench.Content(("default", initcwnd, null)) with { ConfirmSeconds = confirmSeconds };
        var applied = Run(async reconciler => await reconciler.ReconcileAsync(content, CancellationToken.None))!;
        Assert.True(applied.Succeeded);
        return applied;
    }

    public Reconciliation UndoLast() => Undo(rollbacks => rollbacks.LastAsync(CancellationToken.None));

    public Reconciliation Undo(Func<Rollbacks, ValueTask<Reconciliation?>> how) => Run(reconciler => how(reconciler.Rollbacks))!;

    /// <summary>The commands that restore by hand what the journal has.</summary>
    public IReadOnlyList<ManualUndo> ByHand() =>
        _zoo.Host.Run(() =>
        {
            var journal = Journal.Peek(StateDirectory.At(_folder.FullName), TimeProvider.System);
            var read = new JournaledTuner(_zoo.Tuner, journal).ReadAsync(CancellationToken.None).AsTask().Result;
            List<Target> managed = [.. read.Targets.Where(target => target.Original is not null)];
            return _zoo.Tuner.ByHandAsync(managed, CancellationToken.None).AsTask().Result;
        });

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
