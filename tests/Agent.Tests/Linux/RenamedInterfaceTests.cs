using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Linux;

/// <summary>Since Linux 6.2 an interface can be renamed while it is up, and its routes stay as they are.</summary>
public sealed class RenamedInterfaceTests : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("iwtune-renamed-");
    private readonly string _before;

    public RenamedInterfaceTests()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 dev v0 mtu lock 1400");
        _before = _zoo.Oracle();
    }

    [Fact]
    public void What_was_set_before_is_put_back_under_the_new_name()
    {
        Rename(_zoo.Host.Run(() => ApplyAndClose(16)));
        Assert.Contains("initcwnd 16", _zoo.Host.Ip("route show default dev wan0"), StringComparison.Ordinal);

        _zoo.Host.Run(() => RunAll(reconciler => reconciler.Rollbacks.AllAsync(CancellationToken.None).AsTask()));
        _zoo.Host.Ip("link set wan0 name v0");
        Assert.Equal(_before, _zoo.Oracle());
    }

    [Fact]
    public void Applied_again_under_the_new_name_our_window_does_not_pass_for_the_owners()
    {
        Rename(_zoo.Host.Run(() => ApplyAndClose(16)));
        _zoo.Host.Run(() => ApplyAndClose(20));
        Assert.Contains("initcwnd 20", _zoo.Host.Ip("route show default dev wan0"), StringComparison.Ordinal);

        _zoo.Host.Run(() => RunAll(reconciler => reconciler.Rollbacks.AllAsync(CancellationToken.None).AsTask()));
        _zoo.Host.Ip("link set wan0 name v0");
        Assert.Equal(_before, _zoo.Oracle());
    }

    public void Dispose()
    {
        _zoo.Dispose();
        _folder.Delete(recursive: true);
    }

    private void Rename(bool applied)
    {
        Assert.True(applied);
        _zoo.Host.Ip("link set v0 name wan0");
    }

    private bool ApplyAndClose(int initCwnd) =>
        RunAll(async reconciler =>
            await reconciler.ReconcileAsync(Bench.Content(("default", initCwnd, null)), CancellationToken.None)
        ).Succeeded;

    /// <summary>A new process over the same journal.</summary>
    private Reconciliation RunAll(Func<Reconciler, Task<Reconciliation>> act)
    {
        var reconciler = Reconciler.Open(
            StateDirectory.Open(_folder.FullName),
            _zoo.Tuner,
            new SimulatedProbe(TimeProvider.System),
            TimeProvider.System,
            AgentLog.Silent
        );
        return act(reconciler).GetAwaiter().GetResult();
    }
}
