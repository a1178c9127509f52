using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What the daemon answers on its socket.</summary>
public sealed partial class Daemon
{
    /// <summary>Answers a request that its asker may make.</summary>
    public async ValueTask<LocalReply> AnswerAsync(LocalRequest request, CancellationToken ct)
    {
        try
        {
            return request.Verb switch
            {
                LocalVerb.Status => Status(),
                LocalVerb.Traffic => Traffic(),
                LocalVerb.Show => Seen(await _enforcement.PlanAsync(null, ct), ExitCode.Fine),
                LocalVerb.Plan => Planned(await _enforcement.PlanAsync(request.Content, ct)),
                LocalVerb.Verify => Verified(await _enforcement.VerifyAsync(ct)),
                LocalVerb.Apply when request.Content is { } content => await ApplyAsync(content, ct),
                LocalVerb.Confirm => await ConfirmAsync(ct),
                LocalVerb.Rollback => await RollbackAsync(request.All, ct),
                LocalVerb.RollbackChange => await RollbackChangeAsync(request.Change, request.AndLater, ct),
                LocalVerb.Hold when request.Hold is { } hold => await HoldAsync(hold, ct),
                LocalVerb.Release => await ReleaseAsync(ct),
                LocalVerb.Override when request.Override is { } asked => await OverrideAsync(asked, ct),
                LocalVerb.ExperimentStart when request.Experiment is { } asked => await StartExperimentAsync(asked, ct),
                LocalVerb.ExperimentStop => await StopExperimentAsync(request.By, ct),
                LocalVerb.Unenrol => await LeaveAsync(request.Force, ct),
                _ => LocalReply.Say(ExitCode.Usage, $"The daemon cannot do '{request.Verb}' with what was given."),
            };
        }
        catch (TunerUnavailableException e)
        {
            return LocalReply.Say(ExitCode.Error, $"The host cannot be read now: {e.Message}");
        }
    }

    private LocalReply Status()
    {
        var latest = _enforcement.Latest;
        return new LocalReply
        {
            Exit = latest is null ? ExitCode.Fine : ExitCode.Of(latest),
            Status = new DaemonStatus
            {
                Version = AgentVersion.Text,
                Pid = Environment.ProcessId,
                Since = Since,
                Now = _clock.GetUtcNow(),
                StateDirectory = _state.Root,
                PolicyFile = _options.PolicyFile,
                Server = _membership?.Status,
                ConfirmBy = _enforcement.Pending?.Deadline,
                Unsent = _membership?.Outbox.Waiting ?? 0,
                Repairs = _reconciler.Journal.Repairs,
                Waiting = _enforcement.Bundles.Waiting is { } waiting ? PolicyName.Of(waiting.Content) : null,
                Overrides = StandingOverrides(),
                Named = _settings.Settings.Fleet is { } named ? $"{named.Server.GetLeftPart(UriPartial.Authority)} ({named.From})" : null,
                Settings = UnusualSettings.Of(_settings.Settings),
                Configuration = RunSettings.Of(_options.Setup, _state, _settings, _backend),
                Notes = [.. Notes()],
            },
            State = latest is null ? null : latest.State with { Decided = _enforcement.Decided },
            Evidence = _enforcement.Measured,
        };
    }

    private IEnumerable<string> Notes()
    {
        var now = _clock.GetUtcNow();
        if (_enforcement.Bundles.Wanted is { Local: false, Held: var held } && held.Expires <= now)
            yield return $"The held bundle expired at {held.Expires:u}. It stays enforced; the server renews it when it is reached.";
        if (_enforcement.Trouble.Length > 0)
            yield return _enforcement.Trouble;
        if (Experiments.Running is { Length: > 0 } running)
            yield return running;
        if (_settings.Problem.Length > 0)
            yield return _settings.Problem;
        foreach (var misunderstood in _settings.Central.Problems)
            yield return misunderstood;
        if (_membership is not null && _settings.Settings.Fleet is { } fleet && fleet.Server != _membership.Identity.Server)
            yield return $"This host belongs to {_membership.Identity.Server.Authority}, but {fleet.From} names {fleet.Server.Authority}. 'iwtune unenroll', then 'iwtune enroll --token T' moves it.";
        if (_identityProblem.Length > 0)
            yield return _identityProblem;
        if (_passiveProblem.Length > 0)
            yield return _passiveProblem;
        if (_reconciler.Decisions.Problem.Length > 0)
            yield return _reconciler.Decisions.Problem;
        if (_membership?.Reporter.Problem is { Length: > 0 } full)
            yield return full;
        if (_membership?.Outbox.Refused is > 0 and var refused)
            yield return $"{refused} report lines were not kept because the outbox was full.";
        if (_membership is { CheckIns.Problem: "", Shipper.Problem: { Length: > 0 } unsent })
            yield return $"Reports are not taken: {unsent}";
    }

    private async Task<LocalReply> ApplyAsync(BundleContent content, CancellationToken ct)
    {
        if (_enforcement.Held is { } hold)
            return LocalReply.Say(ExitCode.Error, StandingText.NotWhile(hold, "applied"));
        await _enforcement.ApplyAsync(content, ct);
        if (_enforcement.Trouble.Length > 0 || _enforcement.Latest is not { } result)
            return LocalReply.Say(ExitCode.Error, $"Nothing was applied: {_enforcement.Trouble}");
        var undo = "'iwtune rollback' undoes it.";
        var text = result switch
        {
            { Succeeded: false } => $"{result.State.Reason} {undo}",
            { Pending: { } pending } => $"Applied; put back at {pending.Deadline:u} unless the server is reached or 'iwtune confirm' is run before. {undo}",
            _ when _membership is not null => $"Applied, until the server sends another bundle. {undo}",
            _ => $"Applied. {undo}",
        };
        return Seen(result, ExitCode.Made(result)) with { Text = text };
    }

    private async Task<LocalReply> ConfirmAsync(CancellationToken ct) => await _enforcement.ConfirmAsync(ct)
        ? LocalReply.Say(ExitCode.Fine, "Confirmed: what was applied stays. 'iwtune rollback' undoes it.")
        : LocalReply.Say(ExitCode.Error, CommitConfirm.NothingWaits);

    private async Task<LocalReply> RollbackAsync(bool all, CancellationToken ct)
    {
        await EndExperimentAsync(ExperimentPhase.Stopped, "windows were rolled back by hand");
        if (await _enforcement.RollbackAsync(all, ct) is not { } result)
            return LocalReply.Say(ExitCode.Fine, "There is nothing to put back.");
        return Seen(result, result.Succeeded ? ExitCode.Fine : ExitCode.Error) with { Text = $"{result.State.Reason} {UntilWhen}" };
    }

    private string UntilWhen => _membership is null
        ? "Nothing is enforced until 'iwtune apply' or a changed policy file says so."
        : "Nothing is enforced until the server sends another bundle. The server has been notified.";

    private async Task<LocalReply> RollbackChangeAsync(long id, bool andLater, CancellationToken ct)
    {
        if (Experiments.Running is { Length: > 0 })
            return LocalReply.Say(ExitCode.Error, $"Change {id} was not rolled back: an experiment is running. 'iwtune experiment stop' ends it.");
        if (await _enforcement.RollbackChangeAsync(id, andLater, ct) is not { } result)
            return LocalReply.Say(ExitCode.Error, $"Change {id} was not rolled back: {_enforcement.Trouble}");
        if (result.Turn is not { } turn)
            return LocalReply.Say(result.Exit, result.Text);
        return Seen(turn, result.Exit) with { Text = $"{result.Text} {(result.StillHeld ? ChangeRollback.LaterStays : UntilWhen)}" };
    }

    private static LocalReply Planned(Reconciliation plan) => Seen(plan, ExitCode.Of(plan.Plan));

    private static LocalReply Verified(Reconciliation seen) => Seen(seen, ExitCode.Of(seen)) with { Text = seen.State.Reason };

    private static LocalReply Seen(Reconciliation result, int exit) => new() { Exit = exit, State = result.State, Evidence = result.Evidence };

    private string Summary()
    {
        var policy = PolicyName.Of(_enforcement.Bundles.Wanted?.Content);
        return $"iwtune {AgentVersion.Text} enforces {policy} from {_options.PolicyFile ?? "its server"}, state in {_state.Root}";
    }
}
