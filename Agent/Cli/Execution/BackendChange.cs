using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Execution;

/// <summary>
/// Restores what one backend set, by that backend, before the other one sets anything, so that no window is held in two places.
/// </summary>
internal static class BackendChange
{
    /// <summary>For the process that holds the state directory's lock, before it opens the journal itself.</summary>
    /// <returns>Why the new backend must not begin, as sentences; <see langword="null"/> when it may.</returns>
    /// <exception cref="StateUnusableException">The journal is damaged or cannot be read.</exception>
    public static async Task<string?> SettleAsync(
        CliContext context,
        HostOptions options,
        StateDirectory state,
        AgentLog log,
        CancellationToken ct
    )
    {
        var backend = options.Settings().Backend;
        if (!Journal.Peek(state, context.Time).Uses(way => (way == StrategyKind.Bpf) != (backend == Backend.Bpf)))
            return null;
        var former = backend == Backend.Bpf ? Backend.Routes : Backend.Bpf;
        var settings = options.Settings() with { Backend = former };
        var host = context.Open(options with { Settings = () => settings });
        var reconciler = Reconciler.Open(state, host.Tuner, host.Probe, context.Time, AgentLog.Silent, followed: false);
        var turn = await reconciler.Rollbacks.WindowsAsync(ct);
        (host.Tuner as IDisposable)?.Dispose();
        if (!turn.Succeeded)
            return $"The backend was changed to {Word(backend)}, and what the other one had set could not all be restored: "
                + $"{turn.State.Reason} "
                + $"Nothing else was done. Start with --backend {Word(former)}, or 'iwtune rollback --all' with it, and then change.";
        log.Info($"The backend is {Word(backend)} now: what the other one had set was restored first.");
        return null;
    }

    private static string Word(Backend backend) => backend == Backend.Bpf ? "bpf" : "routes";
}
