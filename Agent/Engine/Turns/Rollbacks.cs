using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Turns;

/// <summary>All rollbacks: of what waits to be confirmed, of the last change, of one change, or of all changes.</summary>
public sealed class Rollbacks
{
    private const int MostNamed = 3;

    private readonly TurnGround _ground;
    private readonly Restorer _restorer;
    private readonly OwnerFollower _owners;

    internal Rollbacks(TurnGround ground, Restorer restorer, OwnerFollower owners)
    {
        _ground = ground;
        _restorer = restorer;
        _owners = owners;
    }

    /// <summary>Restores what an earlier process applied without confirmation, because it was killed or the host went down.</summary>
    /// <returns><see langword="null"/> when there was nothing unfinished.</returns>
    public async ValueTask<Reconciliation?> RecoverAsync(CancellationToken ct)
    {
        var undone = await PendingAsync("the agent was interrupted before the change was confirmed", ct);
        await _owners.SweepAsync(ct);
        return undone;
    }

    /// <summary>Restores what waits to be confirmed.</summary>
    /// <param name="why">For the event: <c>it was not confirmed in time</c>.</param>
    /// <param name="ct">Stops only between steps; the timer stays armed then.</param>
    /// <returns><see langword="null"/> when nothing waits.</returns>
    public async ValueTask<Reconciliation?> PendingAsync(string why, CancellationToken ct) =>
        _ground.Confirm.Pending is null ? null : await _restorer.UndoPendingAsync(why, ct);

    /// <summary>Undoes the last transaction that is not undone yet. An overridden target keeps its window.</summary>
    /// <returns><see langword="null"/> when nothing can be undone.</returns>
    public async ValueTask<Reconciliation?> LastAsync(CancellationToken ct) =>
        _ground.Confirm.Pending is not null
            ? await _restorer.UndoPendingAsync("the change was rolled back by hand", ct, Overridden(), TransactionKind.Rollback)
        : _ground.Journal.LastUndoable is { } last
            ? await _restorer.UndoAsync(
                OneChange.AndLater(_ground.Journal, last.Id),
                TransactionKind.Rollback,
                "rolled back by hand",
                ct,
                overridden: Overridden()
            )
        : null;

    /// <summary>For a person, when <see cref="LastAsync"/> found nothing: whether anything of ours stands all the same.</summary>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    /// <exception cref="StateUnusableException">The overrides cannot be read.</exception>
    public async ValueTask<string> NothingAsync(CancellationToken ct)
    {
        var ours = (await _ground.Tuner.ReadAsync(ct)).Targets.Where(IsOurs).ToList();
        if (ours.Count == 0)
            return _owners.Listed() is { Count: > 0 } listed
                    ? $"The journal has no change to undo, but iwtune made {Named(listed)}. 'iwtune rollback --all' removes that."
                : _ground.Journal.Transactions.Count == 0 ? $"Nothing to undo. {_ground.State.Empty}"
                : $"Nothing to undo: no {_ground.Noun} of this host is as iwtune set it.";
        var overridden = Overrides.Read(_ground.State).Count > 0 ? "'iwtune override --clear' ends the local override; " : "";
        return $"No application of a policy is left to undo, but {Counted.Of(ours, _ground.Noun)} {(ours.Count == 1 ? "has" : "have")} "
            + $"a window of iwtune: {Named([.. ours.Select(target => target.Id)])}. {overridden}'iwtune rollback --all' restores "
            + "everything.";
    }

    /// <summary>What a person can do after a rollback, as a sentence; empty when there is nothing to do.</summary>
    public string Next(Reconciliation turn) =>
        !turn.Succeeded ? "What is not restored can be tried again, or done by hand: 'iwtune explain-rollback' prints the commands."
        : _ground.Journal.LastUndoable is { } before
            ? $"Before that: {before.Content?.Policy ?? "no policy"}, change {before.Id}. 'iwtune rollback' again undoes it, too."
        : "";

    /// <summary>
    /// On a full disk a target is restored although the journal cannot say so. One whose window is also in its owner's configuration counts
    /// as ours until that is looked at.
    /// </summary>
    private static bool IsOurs(Target target) =>
        target.Original is { } before && (target.LastSet is not { By: StrategyKind.InPlace } || target.Current != before.Window);

    private void ClearOverrides()
    {
        try
        {
            Overrides.Write(_ground.State, []);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException($"The local overrides cannot be cleared: {e.Message} Nothing was restored.", e);
        }
    }

    /// <summary>Overrides that cannot be read set nothing, and keep nothing either.</summary>
    private IReadOnlyList<LocalOverride> Overridden()
    {
        try
        {
            return Overrides.Read(_ground.State);
        }
        catch (StateUnusableException)
        {
            return [];
        }
    }

    internal static string Named(IReadOnlyList<string> ids) =>
        $"{string.Join("; ", ids.Take(MostNamed))}{(ids.Count > MostNamed ? "; …" : "")}";

    /// <summary>Clears every override and restores every window: nothing of ours stands, and nothing sets it again.</summary>
    /// <exception cref="StateUnusableException">
    /// The list of what is ours cannot be read, or the overrides cannot be cleared.
    /// </exception>
    public async ValueTask<Reconciliation> AllAsync(CancellationToken ct)
    {
        var overridden = File.Exists(_ground.State.File(Overrides.Name));
        if (overridden)
            ClearOverrides();
        var result = await WindowsAsync(ct);
        return overridden
            ? result with
            {
                State = result.State with { Reason = $"{result.State.Reason} The local overrides are cleared." },
            }
            : result;
    }

    /// <summary>
    /// Restores every target of ours to what it was before the agent first touched it, and removes what else is listed as ours: the
    /// journal may have been lost. Overrides stay.
    /// </summary>
    /// <exception cref="StateUnusableException">The list of what is ours cannot be read.</exception>
    public async ValueTask<Reconciliation> WindowsAsync(CancellationToken ct)
    {
        var result = await _restorer.ToOwnersAsync(TransactionKind.Rollback, _ => true, "everything was rolled back by hand", ct);
        await _owners.LeaveNothingUnfollowedAsync(ct);
        if (result.Succeeded && _owners.Listed().Count > 0)
            result = await WithoutListedAsync(result, ct);
        if (result.Succeeded)
            _ground.Keep(ForgetAll, "that everything was restored");
        return result;
    }

    private async ValueTask<Reconciliation> WithoutListedAsync(Reconciliation result, CancellationToken ct)
    {
        var removed = await _owners.RemoveListedAsync(ct);
        var left = _owners.Listed();
        var text =
            left.Count > 0
                ? $"Could not remove what iwtune made and the journal does not know: {Named(left)}. 'iwtune explain-rollback' prints the "
                    + "commands."
            : removed.Count > 0 ? $"Removed what iwtune made and the journal does not know: {Named(removed)}."
            : "";
        var state = result.State with
        {
            Phase = left.Count > 0 ? BundlePhase.Failed : result.State.Phase,
            Reason = result.Plan.Steps.Count == 0 && text.Length > 0 ? text : $"{result.State.Reason} {text}".TrimEnd(),
        };
        return result with { State = state, Swept = removed };
    }

    /// <summary>
    /// Nothing is required, and these overrides were cleared: their targets are restored to what they were before the agent came.
    /// </summary>
    /// <param name="overrides">The ids of the targets, or <see cref="LocalOverride.All"/>.</param>
    /// <param name="ct">Stops only between steps.</param>
    public ValueTask<Reconciliation> OverridesAsync(IReadOnlySet<string> overrides, CancellationToken ct)
    {
        var ours = _ground
            .Journal.Transactions.Where(past => past.Kind == TransactionKind.Override)
            .SelectMany(past => past.Changes)
            .Select(change => change.TargetId)
            .ToHashSet(StringComparer.Ordinal);
        var gone = overrides.Contains(LocalOverride.All) ? ours : [.. ours.Where(overrides.Contains)];
        return _restorer.ToOwnersAsync(TransactionKind.Override, gone.Contains, "the local override was cleared", ct);
    }

    /// <summary>Undoes one application of a policy by its id in the journal, with the repairs that belong to it.</summary>
    /// <param name="id">As in the journal.</param>
    /// <param name="andLater">
    /// True to undo every later one, too. Otherwise it is refused while a later change of the same targets, or a policy that requires them,
    /// stands.
    /// </param>
    /// <param name="ct">Stops only between steps.</param>
    /// <exception cref="TunerUnavailableException">The system cannot be read; nothing was changed.</exception>
    /// <exception cref="StateUnusableException">The overrides cannot be read; nothing was changed.</exception>
    public async ValueTask<ChangeRollback> OneAsync(long id, bool andLater, CancellationToken ct)
    {
        if (OneChange.Never(_ground.Journal, id) is { } never)
            return never;
        await _ground.Tuner.ReadAsync(ct); // the journal follows targets to new names, and what is in the way is compared by name
        var undone = andLater ? OneChange.AndLater(_ground.Journal, id) : OneChange.Alone(_ground.Journal, id);
        var obstacles = new RollbackObstacles(_ground, id, undone);
        if (await obstacles.FirstAsync(andLater, ct) is { } inTheWay)
            return ChangeRollback.Refuse(id, inTheWay);
        var stillHeld = obstacles.InForce is { } standing && undone.All(past => past.Id != standing.Id);
        var result = await UndoAsync(undone, $"change {id}{(andLater ? " and every later one" : "")} rolled back by hand", ct, stillHeld);
        if (result.Succeeded && _ground.Confirm.Pending is { } pending && undone.Any(past => past.Id == pending.Transaction))
            _ground.Keep(_ground.Confirm.Disarm, "that the targets were restored");
        return new ChangeRollback(result with { Pending = _ground.Confirm.Pending }, result.State.Reason)
        {
            StillHeld = stillHeld,
            Next = Next(result),
        };
    }

    private ValueTask<Reconciliation> UndoAsync(
        IReadOnlyList<Transaction> undone,
        string why,
        CancellationToken ct,
        bool stillHeld = false
    ) => _restorer.UndoAsync(undone, TransactionKind.Rollback, why, ct, stillHeld);

    private void ForgetAll()
    {
        foreach (var done in _ground.Journal.Transactions.Where(past => past is { Kind: TransactionKind.Apply, Undone: false }).ToList())
            _ground.Journal.Undo(done.Id);
        _ground.Journal.Forget(_ground.Journal.Managed);
        _ground.Confirm.Disarm();
        _ground.Journal.Compact();
        _ground.Decisions.Follow(BundleContent.Nothing, Limits.None, []);
    }
}
