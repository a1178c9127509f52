using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Loops;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Local;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Answers;

/// <summary>The answers to hold, release and override.</summary>
internal sealed class StandingAnswers(HostControl control, SettingsFile settings, ServerLoop server, TimeProvider clock)
{
    public async Task<LocalReply> HoldAsync(HoldState asked, CancellationToken ct)
    {
        var problem = await control.Standing.HoldAsync(asked, ct);
        return problem.Length > 0
            ? LocalReply.Say(ExitCode.Error, problem)
            : LocalReply.Say(ExitCode.Fine, LocalStandingText.Placed(asked, server.Membership is not null));
    }

    public async Task<LocalReply> ReleaseAsync(CancellationToken ct)
    {
        var ended = await control.Standing.ReleaseAsync(ct);
        if (control.Standing.Held is not null)
            return LocalReply.Say(ExitCode.Error, $"The hold could not be ended. {control.Queue.Trouble}");
        var text = ended is null ? "The host was not held. What was given up is repaired again." : $"Released; it was {ended}.";
        return control.Reports.Latest is { } state
            ? LocalDeskAnswers.Seen(state, ExitCode.Made(state)) with
            {
                Text = $"{text} {state.State.Reason}".TrimEnd(),
            }
            : LocalReply.Say(ExitCode.Fine, text);
    }

    public async Task<LocalReply> OverrideAsync(OverrideRequest asked, CancellationToken ct)
    {
        if (control.Standing.Held is { } hold)
            return LocalReply.Say(ExitCode.Error, LocalStandingText.NotWhile(hold, asked.Clear ? "cleared" : "overridden"));
        if (settings.Settings.Observing is { } by)
            return LocalReply.Say(ExitCode.Error, LocalStandingText.NotWhileObserving(by, asked));
        var now = clock.GetUtcNow();
        var changed = await control.Standing.OverrideAsync(
            before => LocalStandingText.Changed(before, asked, now),
            LocalStandingText.Told(asked),
            ct
        );
        if (control.Queue.Trouble.Length > 0 || control.Reports.Latest is not { } result)
            return LocalReply.Say(ExitCode.Error, control.Queue.Trouble);
        if (asked.Clear && !changed)
            return LocalReply.Say(ExitCode.Fine, LocalStandingText.NothingToClear(asked));
        var text = result.Succeeded ? LocalStandingText.Done(asked, result, control.Standing.HasPolicy) : result.State.Reason;
        return LocalDeskAnswers.Seen(result, ExitCode.Made(result)) with { Text = text };
    }
}
