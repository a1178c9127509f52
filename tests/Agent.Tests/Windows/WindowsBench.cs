using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Windows;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Windows;

/// <summary>A Windows host in memory with its own state directory and a clock that moves only when the test moves it.</summary>
internal sealed class WindowsBench : IDisposable
{
    private readonly List<WindowsTuner> _tuners = [];

    public WindowsBench(WindowsVersion version)
    {
        Host = new MemoryWindows(version) { Clock = Clock };
        var place = Directory.Exists("/dev/shm") ? "/dev/shm" : Path.GetTempPath();
        State = StateDirectory.Open(Path.Combine(place, $"iwtune-{Guid.NewGuid():N}"));
    }

    public MemoryWindows Host { get; }

    public TestClock Clock { get; } = new();

    public StateDirectory State { get; }

    /// <summary>As a new process would have it.</summary>
    public WindowsTuner NewTuner()
    {
        _tuners.Add(new WindowsTuner(Host.Methods, new HostOptions { State = State }, Clock));
        return _tuners[^1];
    }

    /// <summary>A new process over the same host and the same directory.</summary>
    public Reconciler Open() => Reconciler.Open(State, NewTuner(), new SimulatedProbe(Clock), Clock, AgentLog.Silent);

    public async Task<Reconciliation> ApplyAsync(params (string Scope, int? Cwnd)[] windows)
    {
        var reconciler = Open();
        await reconciler.Rollbacks.RecoverAsync(CancellationToken.None);
        return await reconciler.ReconcileAsync(Content(windows), CancellationToken.None);
    }

    public async Task<Reconciliation> PlanAsync(params (string Scope, int? Cwnd)[] windows)
    {
        var reconciler = Open();
        return await reconciler.PlanAsync(Content(windows), CancellationToken.None);
    }

    public async Task<Reconciliation> RollbackAllAsync()
    {
        var reconciler = Open();
        return await reconciler.Rollbacks.AllAsync(CancellationToken.None);
    }

    /// <summary>Acts, and is killed at its n-th access to the system; 0 for never.</summary>
    /// <returns>True when it was killed.</returns>
    public bool Kill(int at, Func<Task> act)
    {
        var left = at;
        Host.Touched = () =>
        {
            if (--left == 0)
                throw new KilledException();
        };
        try
        {
            act().GetAwaiter().GetResult();
            return false;
        }
        catch (KilledException)
        {
            return true;
        }
        finally
        {
            Host.Touched = () => { };
        }
    }

    private sealed class KilledException : Exception;

    public static BundleContent Content(params (string Scope, int? Cwnd)[] windows) =>
        Bench.Content([.. windows.Select(window => (window.Scope, window.Cwnd, (int?)null))]);

    public void Dispose()
    {
        foreach (var tuner in _tuners)
            tuner.Dispose();
        Directory.Delete(State.Root, recursive: true);
    }
}
