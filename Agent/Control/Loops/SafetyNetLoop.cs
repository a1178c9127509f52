using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;

namespace IwTune.Agent.Control.Loops;

/// <summary>Reconciles every few minutes, for changes without an event.</summary>
internal sealed class SafetyNetLoop(HostControl control, SettingsFile settings, TimeProvider clock, AgentLog log) : IDaemonLoop
{
    /// <summary>How often, when all is well.</summary>
    internal static readonly TimeSpan Every = TimeSpan.FromMinutes(5);

    /// <summary>How soon, when the host could not be read.</summary>
    internal static readonly TimeSpan AgainAfterTrouble = TimeSpan.FromSeconds(5);

    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(control.Queue.Trouble.Length > 0 ? AgainAfterTrouble : Every, clock, ct);
            LookAtCentral();
            await control.Enforcement.ReconcileAsync(ct);
        }
    }

    /// <summary>What was decided above the settings file changes without notification.</summary>
    private void LookAtCentral()
    {
        if (!settings.LookAtCentral())
            return;
        var source = settings.Central.Means.Length > 0 ? settings.Central.Means : "outside";
        log.Info($"Settings from {source} changed. {UnusualSettings.Of(settings.Settings)}".TrimEnd());
    }
}
