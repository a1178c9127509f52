using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Loops;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.Turns;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Answers;

/// <summary>The answers to plan, verify, apply, confirm and roll back.</summary>
internal sealed class LocalDeskAnswers(HostControl control, ExperimentDesk experiments, ServerLoop server)
{
    private string UntilWhen =>
        server.Membership is null
            ? $"No policy is enforced until 'iwtune apply FILE' is run{(server.Follows ? "" : " or the policy file changes")}."
            : "No policy is enforced until the server sends another bundle. The server has been notified.";

    public async Task<LocalReply> ShowAsync(CancellationToken ct) => Seen(await control.Local.PlanAsync(null, ct), ExitCode.Fine);

    public async Task<LocalReply> PlanAsync(BundleContent? content, CancellationToken ct)
    {
        var plan = await control.Local.PlanAsync(content, ct);
        return Seen(plan, ExitCode.Of(plan.Plan));
    }

    public async Task<LocalReply> VerifyAsync(CancellationToken ct)
    {
        var seen = await control.Local.VerifyAsync(ct);
        return Seen(seen, ExitCode.Of(seen)) with { Text = seen.State.Reason };
    }

    public async Task<LocalReply> ApplyAsync(BundleContent content, CancellationToken ct)
    {
        if (control.Standing.Held is { } hold)
            return LocalReply.Say(ExitCode.Error, LocalStandingText.NotWhile(hold, "applied"));
        await control.Local.ApplyAsync(content, ct);
        if (control.Queue.Trouble.Length > 0 || control.Reports.Latest is not { } result)
            return LocalReply.Say(ExitCode.Error, $"Nothing was applied: {control.Queue.Trouble}");
        var done = result switch
        {
            { Succeeded: false } => "",
            { Pending: { } pending } => $"Applied; undone at {pending.Deadline:u} unless {KeptWhen(server.Membership is not null)} before.",
            _ when server.Membership is not null => "Applied, until the server sends another bundle.",
            _ => "Applied.",
        };
        // What failed before it was confirmed is restored already.
        var stands = control.Bundles.Content.Wanted?.Held.Digest == BundleDigest.Of(content);
        var undo = stands && result.Outcomes.Any(taken => taken.Outcome is Outcome.Applied) ? "'iwtune rollback' undoes it." : "";
        string[] sentences = [done, result.State.Reason, undo];
        return Seen(result, ExitCode.Made(result)) with { Text = TurnReport.Sentences([.. sentences.Where(one => one.Length > 0)]) };
    }

    public async Task<LocalReply> ConfirmAsync(CancellationToken ct) =>
        await control.Local.ConfirmAsync(ct)
            ? LocalReply.Say(ExitCode.Fine, "Confirmed: what was applied stays. 'iwtune rollback' undoes it.")
            : LocalReply.Say(ExitCode.Error, CommitConfirm.NothingWaits);

    public async Task<LocalReply> RollbackAsync(bool all, CancellationToken ct)
    {
        await experiments.EndAsync(ExperimentPhase.Stopped, "windows were rolled back by hand");
        if (await control.Local.RollbackAsync(all, ct) is not { } result)
            return LocalReply.Say(ExitCode.Error, $"Not rolled back: {control.Queue.Trouble}");
        if (result.Turn is not { } turn)
            return LocalReply.Say(ExitCode.Fine, result.Text);
        return Seen(turn, result.Exit) with { Text = Sentences(result, UntilWhen) };
    }

    public async Task<LocalReply> RollbackChangeAsync(long id, bool andLater, CancellationToken ct)
    {
        if (experiments.IsRunning)
            return LocalReply.Say(
                ExitCode.Error,
                $"Change {id} was not rolled back: an experiment is running. 'iwtune experiment stop' ends it."
            );
        if (await control.Local.RollbackChangeAsync(id, andLater, ct) is not { } result)
            return LocalReply.Say(ExitCode.Error, $"Change {id} was not rolled back: {control.Queue.Trouble}");
        if (result.Turn is not { } turn)
            return LocalReply.Say(result.Exit, result.Text);
        var then = result.StillHeld ? ChangeRollback.LaterStays : UntilWhen;
        return Seen(turn, result.Exit) with { Text = Sentences(result, then) };
    }

    private static string Sentences(ChangeRollback result, string then) =>
        string.Join(' ', new[] { result.Text, then, result.NotStored, result.Next }.Where(one => one.Length > 0));

    private static string KeptWhen(bool enrolled) => $"{(enrolled ? "the server is reached or " : "")}'iwtune confirm' is run";

    internal static LocalReply Seen(Reconciliation result, int exit) =>
        new()
        {
            Exit = exit,
            State = result.State,
            Evidence = result.Evidence,
        };
}
