using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Control;

/// <summary>Experiments, as the command line asks for them.</summary>
public sealed partial class Daemon
{
    private Experimenting? _experiments;

    /// <summary>Gives connections windows by the port of their peer; <see langword="null"/> where the system cannot.</summary>
    public IStripes? Stripes { get; init; }

    /// <summary>Made when it is first asked for: what it stands on is set after the constructor.</summary>
    private Experimenting Experiments => _experiments ??= new Experimenting(new ExperimentGround
    {
        State = _state,
        Journal = _reconciler.Journal,
        Stripes = Stripes,
        Connections = Connections,
        Monitoring = Monitoring,
        Unseen = Unseen,
        Held = () => _enforcement.Held,
        Tell = _enforcement.TellOf,
        Clock = _clock,
        Random = _random,
        Log = _log,
    });

    private IEnumerable<string> Unseen() => Connections is null ? ["This system does not tell of the ends of connections."] : _passiveProblem.Length > 0 ? [_passiveProblem] : [];

    private async Task<LocalReply> StartExperimentAsync(ExperimentRequest asked, CancellationToken ct)
    {
        var (exit, text) = (ExitCode.Error, "");
        await _enforcement.BesideAsync(
            async () =>
            {
                if (_enforcement.Pending is not null)
                    text = "Nothing was started: a policy waits to be confirmed. Run 'iwtune confirm' or 'iwtune rollback' first.";
                else
                    (exit, text) = await Experiments.StartAsync(asked, _reconciler.Rules, _enforcement.Bundles.Wanted?.Content.Limits ?? Limits.None, ct);
            },
            ct);
        return LocalReply.Say(exit, text.Length > 0 ? text : $"Nothing was started. {_enforcement.Trouble}");
    }

    /// <summary>Ends the one that runs, if any, before something else that cannot stand beside it.</summary>
    private Task EndExperimentAsync(ExperimentPhase phase, string why) => _enforcement.BesideAsync(
        async () =>
        {
            try
            {
                await Experiments.StopAsync(phase, why, CancellationToken.None);
            }
            catch (TunerUnavailableException e)
            {
                _log.Warn($"The experiment could not be ended: {e.Message} 'iwtune cleanup' takes away what is left of it.");
            }
        },
        CancellationToken.None);

    private async Task<LocalReply> StopExperimentAsync(string by, CancellationToken ct)
    {
        var stopped = false;
        await _enforcement.BesideAsync(async () => stopped = await Experiments.StopAsync(ExperimentPhase.Stopped, $"stopped by {by}", ct), ct);
        return stopped
            ? LocalReply.Say(ExitCode.Fine, "Stopped; its rules and routes are gone. 'iwtune experiment status' shows what it came to.")
            : LocalReply.Say(ExitCode.Error, "No experiment runs on this host; 'iwtune experiment list' shows those that did.");
    }
}
