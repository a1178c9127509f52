using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Turns;

/// <summary>Restores before-images: the restoring steps, their read-back, and the journal entries afterwards.</summary>
/// <param name="ground">The host.</param>
/// <param name="taking">Takes the steps.</param>
/// <param name="report">Reports the result of the turn.</param>
internal sealed class Restorer(TurnGround ground, StepTaking taking, TurnReport report)
{
    /// <summary>Restores what waits to be confirmed, and disarms the timer when that succeeded.</summary>
    public async ValueTask<Reconciliation> UndoPendingAsync(
        string why,
        CancellationToken ct,
        IReadOnlyList<LocalOverride>? overridden = null,
        TransactionKind kind = TransactionKind.PutBack
    )
    {
        var pending = ground.Confirm.Pending!;
        var undone = OneChange.AndLater(ground.Journal, pending.Transaction);
        var result = await UndoAsync(undone, kind, why, ct, overridden: overridden);
        if (result.Succeeded)
            ground.Keep(ground.Confirm.Disarm, "that the targets were restored");
        return result with { Pending = ground.Confirm.Pending };
    }

    /// <summary>Undoes transactions. A target that is gone, or replaced by another program's, has nothing to restore.</summary>
    /// <param name="undone">In the order they were made.</param>
    /// <param name="kind">What the journal calls it.</param>
    /// <param name="why">For the event.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <param name="stillHeld">True when a later policy stays in force.</param>
    /// <param name="overridden">Their targets keep the window that a person gave them.</param>
    public async ValueTask<Reconciliation> UndoAsync(
        IReadOnlyList<Transaction> undone,
        TransactionKind kind,
        string why,
        CancellationToken ct,
        bool stillHeld = false,
        IReadOnlyList<LocalOverride>? overridden = null
    )
    {
        var observed = await ground.Tuner.ReadAsync(ct);
        undone = Anew(undone);
        var images = Images(undone, observed);
        var there = observed.Targets.Where(target => !target.IsReplaced).ToList();
        var ours = there.Where(target => images.ContainsKey(target.Id) && MayRestore(target)).ToList();
        var kept = ours.FindAll(target => Overriding.Decides(overridden ?? [], target));
        var steps = ours.Except(kept).Select(target => new Step.PutBack(target, ImageFor(target, images))).ToList();
        var gone = Gone(images.ContainsKey, there);
        var result = await TakeAsync(kind, steps, why, undone.Count > 0 ? undone[0].Digest : "", ct);
        if (result.Succeeded)
            ground.Keep(
                () => Forget(undone, OneChange.TargetsOf(undone).Except(there.Select(target => target.Id)), stillHeld),
                "that the targets were restored"
            );
        return Adding(Adding(result, gone), kept.Count == 0 ? "" : Keeping(kept));
    }

    private static Reconciliation Adding(Reconciliation result, string sentence) =>
        sentence.Length == 0 ? result : result with { State = result.State with { Reason = $"{result.State.Reason} {sentence}" } };

    /// <summary>A sentence about targets of ours that are gone, or replaced by another program's; empty when there are none.</summary>
    /// <param name="which">Those that would be restored, by id.</param>
    /// <param name="there">What the host has of them.</param>
    private string Gone(Predicate<string> which, IEnumerable<Target> there)
    {
        var gone = ground
            .Journal.Managed.Where(id => which(id) && !ContainerFacts.IsTarget(id))
            .Except(there.Select(target => target.Id), StringComparer.Ordinal)
            .ToList();
        return gone.Count == 0
            ? ""
            : $"{Counted.Of(gone.Count, ground.Noun)} {(gone.Count == 1 ? "is gone or was" : "are gone or were")} made anew, with nothing "
                + $"to restore: {Rollbacks.Named(gone)}.";
    }

    private string Keeping(List<Target> kept) =>
        $"{Counted.Of(kept, ground.Noun)} {(kept.Count == 1 ? "keeps" : "keep")} the window of a local override; 'iwtune override "
        + "--clear' ends it.";

    /// <summary>The reading may have found targets under new names, which the journal follows.</summary>
    private List<Transaction> Anew(IReadOnlyList<Transaction> read)
    {
        var ids = read.Select(past => past.Id).ToHashSet();
        return [.. ground.Journal.Transactions.Where(past => ids.Contains(past.Id))];
    }

    /// <summary>Restores the owner's own windows of these targets, by id, from before the agent first touched them.</summary>
    public async ValueTask<Reconciliation> ToOwnersAsync(TransactionKind kind, Predicate<string> which, string why, CancellationToken ct)
    {
        var observed = await ground.Tuner.ReadAsync(ct);
        var ours = observed.Targets.Where(target => target.Original is not null && which(target.Id)).ToList();
        var gone = Gone(which, ours);
        return Adding(
            await TakeAsync(kind, ours.ConvertAll(target => new Step.PutBack(target, target.Original!)), why, digest: "", ct),
            gone
        );
    }

    private async ValueTask<Reconciliation> TakeAsync(
        TransactionKind kind,
        List<Step.PutBack> steps,
        string why,
        string digest,
        CancellationToken ct
    )
    {
        var transaction = ground.Journal.Begin(kind, content: null, digest);
        // What was set last may depend on what was set first.
        var outcomes = await taking.TakeAsync(transaction, [.. steps.AsEnumerable().Reverse()], ct);
        var expected = outcomes.ToDictionary(taken => taken.Step.Target.Id, Expectation, StringComparer.Ordinal);
        var seen = await ground.Verifier.VerifyAsync(expected, digest, ct);
        var wrong = outcomes
            .Where(taken => taken.Outcome is Outcome.Failed or Outcome.Refused)
            .Select(taken => taken.Outcome.Detail)
            .Concat(seen.Mismatches)
            .ToList();
        var restored = outcomes.FindAll(taken => taken.Outcome is Outcome.Applied).ConvertAll(taken => taken.Step.Target);
        var text =
            wrong.Count == 0 && restored.Count == 0 ? $"No {ground.Noun} had to be restored: {why}."
            : wrong.Count == 0 ? $"{Counted.Of(restored, ground.Noun)} restored: {why}."
            : $"Could not restore everything ({why}): {TurnReport.Sentences(wrong)}";
        var plan = new Plan
        {
            Resolution = new Resolution(BundleContent.Nothing, [], []),
            Steps = steps,
            NoContainers = ground.Tuner.Capabilities.NoContainers,
        };
        var phase = wrong.Count == 0 ? BundlePhase.PutBack : BundlePhase.Failed;
        var what = wrong.Count == 0 ? HostEventKind.PutBack : HostEventKind.ApplyFailed;
        ground.Log.Info(text);
        return report.Of(plan, outcomes, seen, [new HostEvent(what, digest, text)], phase, text);
    }

    private void Forget(IReadOnlyList<Transaction> undone, IEnumerable<string> gone, bool stillHeld)
    {
        foreach (var past in undone)
            ground.Journal.Undo(past.Id);
        ground.Journal.Forget(ground.Journal.Managed.Intersect(gone, StringComparer.Ordinal));
        ground.Journal.Compact();
        if (!stillHeld)
            ground.Decisions.Follow(BundleContent.Nothing, Limits.None, []);
    }

    /// <summary>False where nothing is ours and only an agent could set what was.</summary>
    private bool MayRestore(Target target) => ground.Followed || !target.Strategy.NeedsAgent || target.Original is not null;

    /// <summary>A window that needs an agent cannot be restored without one; then the owner's own window is.</summary>
    private BeforeImage ImageFor(Target target, Dictionary<string, BeforeImage> images) =>
        !ground.Followed && target is { Strategy.NeedsAgent: true, Original: { } original } ? original : images[target.Id];

    private static Expected Expectation(StepOutcome taken)
    {
        var target = taken.Step.Target;
        var window = taken.Outcome is Outcome.Applied ? ((Step.PutBack)taken.Step).Before.Window : target.Current;
        return new Expected(window, OrUnset: true, Or: target.OwnersWindow);
    }

    /// <summary>
    /// What every target was before the first of these transactions. What was not ours before gets its owner's present setting, which a
    /// reboot may have changed.
    /// </summary>
    private static Dictionary<string, BeforeImage> Images(IEnumerable<Transaction> undone, HostSnapshot observed)
    {
        var there = observed.Targets.ToDictionary(target => target.Id, target => target.Original, StringComparer.Ordinal);
        return undone
            .SelectMany(past => past.Changes)
            .Where(change => change.Written)
            .DistinctBy(change => change.TargetId)
            .Select(change => change.First && there.TryGetValue(change.TargetId, out var owners) ? owners : change.Before)
            .OfType<BeforeImage>()
            .Where(before => !before.Raw.IsEmpty)
            .ToDictionary(before => before.TargetId, StringComparer.Ordinal);
    }
}
