using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Loops;

/// <summary>Rehearses a rollback once a week. A held host and one that only observes are not touched.</summary>
internal sealed class RehearsalLoop(
    IRehearsal rehearsal,
    Rehearsals rehearsals,
    HostControl control,
    SettingsFile settings,
    TimeProvider clock,
    AgentLog log
) : IDaemonLoop
{
    internal static readonly TimeSpan Every = TimeSpan.FromDays(7),
        Look = TimeSpan.FromMinutes(1);

    public async Task RunAsync(CancellationToken ct)
    {
        control.Reports.Rehearsed = rehearsals.Read();
        while (true)
        {
            await Task.Delay(Look, clock, ct);
            if (!IsDue)
                continue;
            await control.Queue.RunAsync(turn => control.Queue.TryAsync(() => RehearseAsync(ct)), ct);
            await control.Enforcement.ReconcileAsync(ct);
        }
    }

    /// <summary>A clock that was set back makes it due again.</summary>
    private bool IsDue =>
        control.Standing.Held is null
        && settings.Settings.Observing is null
        && (control.Reports.Rehearsed is not { } last || (clock.GetUtcNow() - last.At).Duration() >= Every);

    private async Task RehearseAsync(CancellationToken ct)
    {
        var rehearsed = new RehearsedRollback(clock.GetUtcNow(), await rehearsal.RehearseAsync(ct));
        rehearsals.Write(rehearsed);
        control.Reports.Rehearsed = rehearsed;
        if (rehearsed.Problem.Length > 0)
            log.Warn($"The rehearsal of a rollback failed. {rehearsed.Problem}");
    }
}
