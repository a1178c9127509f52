using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Experiments;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Answers;

/// <summary>Experiments, as the command line asks for them: each start and end is a turn of its own.</summary>
internal sealed class ExperimentDesk(Experimenting experiments, HostControl control, Reconciler reconciler, AgentLog log)
{
    /// <summary>True while one runs.</summary>
    public bool IsRunning => experiments.Running.Length > 0;

    public async Task<LocalReply> StartAsync(ExperimentRequest asked, CancellationToken ct)
    {
        var (exit, text) = (ExitCode.Error, "");
        await control.Queue.RunAsync(
            async turn =>
            {
                if (reconciler.Pending is not null)
                    text = "Nothing was started: a policy waits to be confirmed. Run 'iwtune confirm' or 'iwtune rollback' first.";
                else
                    (exit, text) = await experiments.StartAsync(asked, turn.Ct);
            },
            ct
        );
        return LocalReply.Say(exit, text.Length > 0 ? text : $"Nothing was started. {control.Queue.Trouble}");
    }

    public async Task<LocalReply> StopAsync(string by, CancellationToken ct)
    {
        var stopped = false;
        await control.Queue.RunAsync(
            async turn => stopped = await experiments.StopAsync(ExperimentPhase.Stopped, $"stopped by {by}", turn.Ct),
            ct
        );
        return stopped
            ? LocalReply.Say(ExitCode.Fine, "Stopped; its rules and routes are gone. 'iwtune experiment status' shows its result.")
            : LocalReply.Say(ExitCode.Error, "No experiment runs on this host; 'iwtune experiment list' shows those that did.");
    }

    /// <summary>Ends the one that runs, if any, before something that excludes it.</summary>
    public Task EndAsync(ExperimentPhase phase, string why) =>
        control.Queue.RunAsync(
            async _ =>
            {
                try
                {
                    await experiments.StopAsync(phase, why, CancellationToken.None);
                }
                catch (TunerUnavailableException e)
                {
                    log.Warn($"The experiment could not be ended: {e.Message} 'iwtune cleanup' removes what is left of it.");
                }
            },
            CancellationToken.None
        );
}
