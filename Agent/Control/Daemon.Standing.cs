using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>Holds and overrides, as the command line asks for them.</summary>
public sealed partial class Daemon
{
    private async Task<LocalReply> HoldAsync(HoldState asked, CancellationToken ct)
    {
        var problem = await _enforcement.HoldAsync(asked, ct);
        return problem.Length > 0 ? LocalReply.Say(ExitCode.Error, problem) : LocalReply.Say(ExitCode.Fine, StandingText.Placed(asked, _membership is not null));
    }

    private async Task<LocalReply> ReleaseAsync(CancellationToken ct)
    {
        var ended = await _enforcement.ReleaseAsync(ct);
        if (_enforcement.Held is not null)
            return LocalReply.Say(ExitCode.Error, $"The hold could not be ended. {_enforcement.Trouble}");
        var state = _enforcement.Latest;
        var text = ended is null ? "The host was not held. What was given up is repaired again." : $"Released; it was {ended}.";
        return state is null ? LocalReply.Say(ExitCode.Fine, text) : Seen(state, ExitCode.Made(state)) with { Text = $"{text} {state.State.Reason}".TrimEnd() };
    }

    private async Task<LocalReply> OverrideAsync(OverrideRequest asked, CancellationToken ct)
    {
        if (_enforcement.Held is { } hold)
            return LocalReply.Say(ExitCode.Error, StandingText.NotWhile(hold, asked.Clear ? "cleared" : "overridden"));
        if (_settings.Settings.Observing is { } by)
            return LocalReply.Say(ExitCode.Error, StandingText.NotWhileObserving(by, asked));
        var now = _clock.GetUtcNow();
        await _enforcement.OverrideAsync(before => StandingText.Changed(before, asked, now), StandingText.Told(asked), ct);
        if (_enforcement.Trouble.Length > 0 || _enforcement.Latest is not { } result)
            return LocalReply.Say(ExitCode.Error, _enforcement.Trouble);
        return Seen(result, ExitCode.Made(result)) with { Text = StandingText.Done(asked, result) };
    }

    private IReadOnlyList<LocalOverride> StandingOverrides()
    {
        try
        {
            return Overrides.Read(_state);
        }
        catch (StateUnusableException)
        {
            return []; // the veto that stands in every target's reason says why
        }
    }
}
