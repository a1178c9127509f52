using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Control;

/// <summary>A daemon that enforces a policy file on a simulated host.</summary>
internal static class PolicyDaemon
{
    /// <param name="bench">The host.</param>
    /// <param name="host">What the daemon uses of it.</param>
    /// <param name="segments">The window that the policy requires of default routes.</param>
    /// <param name="act">Is called when the daemon is ready; then the daemon is stopped.</param>
    public static async Task RunAsync(Bench bench, DaemonHost host, int segments, Func<Daemon, Task> act)
    {
        using var daemon = new Daemon(
            new DaemonOptions(bench.State.Root, "", "edge.yaml"),
            SettingsFile.Load(bench.State, () => CentralSettings.None),
            host,
            bench.Clock,
            () => 0.5,
            AgentLog.Silent
        );
        using var stop = new CancellationTokenSource();
        using var listener = new LocalListener(new NobodyAsks(), daemon.AnswerAsync, AgentLog.Silent, bench.Clock);
        var supervisor = new ReadySupervisor();
        var running = daemon.RunAsync(listener, supervisor, Bench.Content(("default", segments, null)), stop.Token);
        await supervisor.IsReady.WaitAsync(TimeSpan.FromMinutes(2), TimeProvider.System, CancellationToken.None);
        await act(daemon);
        await stop.CancelAsync();
        await running;
    }
}
