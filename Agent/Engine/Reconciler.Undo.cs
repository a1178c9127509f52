using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>Everything that goes back, and what decides that it does not.</summary>
public sealed partial class Reconciler
{
    /// <summary>Puts back what an earlier process applied and nobody confirmed, because it was killed or the host went down.</summary>
    /// <returns><see langword="null"/> when there was nothing unfinished.</returns>
    public async ValueTask<Reconciliation?> RecoverAsync(CancellationToken ct)
    {
        var undone = await PutBackAsync("the agent was interrupted before it was confirmed", ct);
        try
        {
            await _tuner.ReadAsync(ct); // What is managed is known by the names of today only after a reading.
            foreach (var removed in await _tuner.SweepAsync(_journal.Managed.ToHashSet(StringComparer.Ordinal), ct))
                _log.Info($"Removed, because nothing accounts for it any more: {removed}.");
            await LeaveNothingUnfollowedAsync(ct);
        }
        catch (TunerUnavailableException e)
        {
            _log.Warn($"Whether an earlier agent left something behind could not be seen: {e.Message}");
        }
        return undone;
    }

    /// <summary>What a killed daemon left stays true to its owners only as long as somebody follows them, and this process does not stay.</summary>
    private async ValueTask LeaveNothingUnfollowedAsync(CancellationToken ct)
    {
        foreach (var removed in _followed ? [] : await _tuner.StandDownAsync(ct))
            _log.Info($"Removed, because no agent runs to follow its owner: {removed}.");
    }

    /// <summary>Keeps what stands before routes of others true to them.</summary>
    /// <returns>When to call again at the latest; <see langword="null"/> when nothing expires.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    public async ValueTask<TimeSpan?> FollowAsync(CancellationToken ct)
    {
        using var turn = await _turns.NextAsync(ct);
        var (done, again) = await _tuner.FollowAsync(_journal.Managed.ToHashSet(StringComparer.Ordinal), ct);
        foreach (var what in done)
            _log.Info($"Followed: {what}.");
        return again;
    }

    /// <summary>The agent stops: what must not stay without one goes, and is set again at the next start.</summary>
    public async ValueTask StandDownAsync(CancellationToken ct)
    {
        using var turn = await _turns.NextAsync(ct);
        try
        {
            foreach (var removed in await _tuner.StandDownAsync(ct))
                _log.Info($"Removed until the agent runs again: {removed}.");
        }
        catch (TunerUnavailableException e)
        {
            _log.Warn($"What must not stay without a running agent could not be removed: {e.Message} 'iwtune cleanup' removes it.");
        }
    }

    /// <summary>Puts back what waits to be confirmed.</summary>
    /// <param name="why">For the event: <c>it was not confirmed in time</c>.</param>
    /// <param name="ct">Stops only between steps; the timer stays armed then.</param>
    /// <returns><see langword="null"/> when nothing waits.</returns>
    public async ValueTask<Reconciliation?> PutBackAsync(string why, CancellationToken ct)
    {
        using var turn = await _turns.NextAsync(ct);
        return _confirm.Pending is null ? null : await UndoPendingAsync(why, ct);
    }

    /// <summary>Undoes the last transaction that is not undone yet.</summary>
    /// <returns><see langword="null"/> when nothing can be undone.</returns>
    public async ValueTask<Reconciliation?> RollbackAsync(CancellationToken ct)
    {
        using var turn = await _turns.NextAsync(ct);
        return _confirm.Pending is not null ? await UndoPendingAsync("it was rolled back by hand", ct)
            : _journal.LastUndoable is { } last ? await UndoAsync(last.Id, TransactionKind.Rollback, "rolled back by hand", ct)
            : null;
    }

    /// <summary>Makes every target of ours what it was before the agent first touched it.</summary>
    public async ValueTask<Reconciliation> RollbackAllAsync(CancellationToken ct)
    {
        using var turn = await _turns.NextAsync(ct);
        var observed = await _tuner.ReadAsync(ct);
        var steps = observed.Targets.Where(target => target.Original is not null).Select(target => new Step.PutBack(target, target.Original!)).ToList();
        var result = await GoBackAsync(TransactionKind.Rollback, steps, "everything was rolled back by hand", "", ct);
        await LeaveNothingUnfollowedAsync(ct);
        if (!result.Succeeded)
            return result;
        Keep(
            () =>
            {
                foreach (var done in _journal.Transactions.Where(past => past is { Kind: TransactionKind.Apply, Undone: false }).ToList())
                    _journal.Undo(done.Id);
                _journal.Forget(_journal.Managed);
                _confirm.Disarm();
                _journal.Compact();
                _decisions.Follow(BundleContent.Nothing, Limits.None, []);
            },
            "that everything was put back");
        return result;
    }

    /// <summary>Nothing is wanted, and these overrides were taken back: their targets are put back as they were before the agent came.</summary>
    /// <param name="overrides">The ids of the targets, or <see cref="LocalOverride.All"/>.</param>
    /// <param name="ct">Stops only between steps.</param>
    public async ValueTask<Reconciliation> UnsetAsync(IReadOnlySet<string> overrides, CancellationToken ct)
    {
        using var turn = await _turns.NextAsync(ct);
        var ours = _journal.Transactions.Where(past => past.Kind == TransactionKind.Override).SelectMany(past => past.Changes).Select(change => change.TargetId).ToHashSet(StringComparer.Ordinal);
        var gone = overrides.Contains(LocalOverride.All) ? ours : [.. ours.Where(overrides.Contains)];
        var observed = await _tuner.ReadAsync(ct);
        var steps = observed.Targets.Where(target => target.Original is not null && gone.Contains(target.Id)).Select(target => new Step.PutBack(target, target.Original!)).ToList();
        return await GoBackAsync(TransactionKind.Override, steps, "the local override was cleared", "", ct);
    }

    /// <summary>Keeps what waits to be confirmed.</summary>
    /// <param name="how">For the event: <c>by hand</c>.</param>
    /// <returns><see langword="null"/> when nothing waits.</returns>
    public HostEvent? Confirm(string how)
    {
        if (_confirm.Pending is not { } pending)
            return null;
        _journal.Confirm(pending.Transaction);
        _confirm.Disarm();
        return new HostEvent(HostEventKind.Confirmed, pending.Digest, $"{PolicyName.Of(pending.Policy, pending.Revision)} was confirmed: {how}.");
    }

    /// <summary>The server was reached over the windows as they are now, which confirms what was read back before.</summary>
    /// <returns><see langword="null"/> when nothing waits, or when read-back has not held yet.</returns>
    public HostEvent? ServerReached() => _confirm.Pending is { Verified: true } ? Confirm("it was read back and the server was reached") : null;

    private async ValueTask<Reconciliation> UndoPendingAsync(string why, CancellationToken ct)
    {
        var pending = _confirm.Pending!;
        var result = await UndoAsync(pending.Transaction, TransactionKind.PutBack, why, ct);
        if (result.Succeeded)
            Keep(_confirm.Disarm, "that it was put back");
        return result with { Pending = _confirm.Pending };
    }

    /// <summary>Undoes a transaction and the repairs that came after it. A target that is gone has nothing to put back.</summary>
    private ValueTask<Reconciliation> UndoAsync(long id, TransactionKind kind, string why, CancellationToken ct) =>
        UndoAsync(OneChange.AndLater(_journal, id), kind, why, ct);

    private async ValueTask<Reconciliation> UndoAsync(IReadOnlyList<Transaction> undone, TransactionKind kind, string why, CancellationToken ct, bool stillHeld = false)
    {
        var observed = await _tuner.ReadAsync(ct);
        var images = Images(undone, observed);
        // A window that needs an agent cannot come back without one; then the owner's own does.
        var steps = observed.Targets.Where(target => images.ContainsKey(target.Id))
            .Select(target => new Step.PutBack(target, !_followed && target is { Strategy.NeedsAgent: true, Original: { } original } ? original : images[target.Id])).ToList();
        var result = await GoBackAsync(kind, steps, why, undone.Count > 0 ? undone[0].Digest : "", ct);
        if (!result.Succeeded)
            return result;
        var there = observed.Targets.Select(target => target.Id);
        Keep(
            () =>
            {
                foreach (var past in undone)
                    _journal.Undo(past.Id);
                _journal.Forget(_journal.Managed.Where(images.ContainsKey).Except(there, StringComparer.Ordinal));
                _journal.Compact();
                if (!stillHeld)
                    _decisions.Follow(BundleContent.Nothing, Limits.None, []);
            },
            "that it was put back");
        return result;
    }

    /// <summary>What every target was before the first of these transactions. What was not ours before goes back to what its owner has made of it since, which a reboot may have changed.</summary>
    private static Dictionary<string, BeforeImage> Images(IEnumerable<Transaction> undone, HostSnapshot observed)
    {
        var there = observed.Targets.ToDictionary(target => target.Id, target => target.Original, StringComparer.Ordinal);
        return undone.SelectMany(past => past.Changes).Where(change => change.Written).DistinctBy(change => change.TargetId)
            .Select(change => change.First && there.TryGetValue(change.TargetId, out var owners) ? owners : change.Before)
            .OfType<BeforeImage>().Where(before => !before.Raw.IsEmpty).ToDictionary(before => before.TargetId, StringComparer.Ordinal);
    }

    private async ValueTask<Reconciliation> GoBackAsync(TransactionKind kind, List<Step.PutBack> steps, string why, string digest, CancellationToken ct)
    {
        var transaction = _journal.Begin(kind, content: null, digest);
        var outcomes = await TakeAsync(transaction, [.. steps.AsEnumerable().Reverse()], ct); // what was set last may stand on what was set first
        var expected = outcomes.ToDictionary(
            taken => taken.Step.Target.Id,
            taken => new Expected(taken.Outcome is Outcome.Applied ? ((Step.PutBack)taken.Step).Before.Window : taken.Step.Target.Current, OrUnset: true, Or: taken.Step.Target.OwnersWindow),
            StringComparer.Ordinal);
        var seen = await _verifier.VerifyAsync(expected, digest, ct);
        var wrong = outcomes.Where(taken => taken.Outcome is Outcome.Failed or Outcome.Refused).Select(taken => taken.Outcome.Detail).Concat(seen.Mismatches).ToList();
        var text = wrong.Count == 0 && steps.Count == 0 ? $"No {_tuner.Capabilities.Noun} had to be put back: {why}."
            : wrong.Count == 0 ? $"{Counted.Of(steps.Count, _tuner.Capabilities.Noun)} put back as before: {why}." : $"Could not put everything back ({why}): {Sentence(wrong)}";
        var plan = new Plan { Resolution = new Resolution(BundleContent.Nothing, [], []), Steps = steps };
        var phase = wrong.Count == 0 ? BundlePhase.PutBack : BundlePhase.Failed;
        var what = wrong.Count == 0 ? HostEventKind.PutBack : HostEventKind.ApplyFailed;
        _log.Info(text);
        return Turn(plan, outcomes, seen, [new HostEvent(what, digest, text)], phase, text);
    }
}
