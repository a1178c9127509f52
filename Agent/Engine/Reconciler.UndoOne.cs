using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;

namespace IwTune.Agent.Engine;

/// <summary>One change of the history is undone, as far as nothing later rests on it.</summary>
public sealed partial class Reconciler
{
    private const int MostNamed = 3;

    /// <summary>Undoes one application of a policy by its id in the journal, with the repairs that belong to it.</summary>
    /// <param name="id">As in the journal.</param>
    /// <param name="andLater">True to undo every later one, too. Otherwise it is refused while a later change of the same targets, or a policy that wants them, stands.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <exception cref="Ports.TunerUnavailableException">The system cannot be read; nothing was changed.</exception>
    /// <exception cref="State.StateUnusableException">The overrides cannot be read; nothing was changed.</exception>
    public async ValueTask<ChangeRollback> RollbackChangeAsync(long id, bool andLater, CancellationToken ct)
    {
        using var turn = await _turns.NextAsync(ct);
        if (OneChange.Never(_journal, id) is { } never)
            return never;
        var undone = andLater ? OneChange.AndLater(_journal, id) : OneChange.Alone(_journal, id);
        var targets = OneChange.TargetsOf(undone);
        if (OverrideAbove(targets) is { } above)
            return ChangeRollback.Refuse(id, above);
        if (!andLater && (LaterChange(id, undone, targets) ?? await WantedByLaterAsync(id, targets, ct)) is { } inTheWay)
            return ChangeRollback.Refuse(id, inTheWay);
        var stillHeld = InForce is { } standing && undone.All(past => past.Id != standing.Id);
        var result = await UndoAsync(undone, TransactionKind.Rollback, $"change {id}{(andLater ? " and every later one" : "")} rolled back by hand", ct, stillHeld);
        if (result.Succeeded && _confirm.Pending is { } pending && undone.Any(past => past.Id == pending.Transaction))
            Keep(_confirm.Disarm, "that it was put back");
        return new ChangeRollback(result with { Pending = _confirm.Pending }, result.State.Reason) { StillHeld = stillHeld };
    }

    private Transaction? InForce => _journal.Transactions.LastOrDefault(past => past is { Kind: TransactionKind.Apply, Undone: false });

    private string? OverrideAbove(HashSet<string> targets) =>
        Overrides.Read(_state).FirstOrDefault(one => one.Target == LocalOverride.All || targets.Contains(one.Target)) is { } above
            ? $"{(above.Target == LocalOverride.All ? "every target" : above.Target)} has a {above.Describe()}. 'iwtune override --clear' ends it; then try again."
            : null;

    private string? LaterChange(long id, IReadOnlyList<Transaction> undone, HashSet<string> targets)
    {
        var later = OneChange.Later(_journal, undone, targets);
        if (later.Count == 0)
            return null;
        var newest = later[^1];
        if (newest.Kind == TransactionKind.Experiment)
            return $"an experiment, change {newest.Id}, set the same {_tuner.Capabilities.Noun}s later. 'iwtune experiment stop' ends it.";
        var shared = newest.Changes.Where(change => change.Written && targets.Contains(change.TargetId)).Select(change => change.TargetId);
        return $"change {newest.Id} ({PolicyName.Of(newest.Content)}) set the same {_tuner.Capabilities.Noun}s later{Named(shared)}. {WayOut(id, newest.Id)}";
    }

    /// <summary>A later policy found a target as it wants it, and so has no change of it in the history.</summary>
    private async ValueTask<string?> WantedByLaterAsync(long id, HashSet<string> targets, CancellationToken ct)
    {
        if (InForce is not { Content: { } content } standing || standing.Id <= id)
            return null;
        var (_, plan, _) = await ObserveAsync(content, ct);
        var wanted = plan.OnlyCompares ? [] : plan.Resolution.Wants.Where(want => targets.Contains(want.Target.Id)).Select(want => want.Target.Id).ToList();
        return wanted.Count == 0 ? null
            : $"change {standing.Id} ({PolicyName.Of(content)}) came later and requires the same {_tuner.Capabilities.Noun}s{Named(wanted)}. {WayOut(id, standing.Id)}";
    }

    private static string Named(IEnumerable<string> targets)
    {
        var all = targets.Distinct(StringComparer.Ordinal).ToList();
        return all.Count == 0 ? "" : $" ({string.Join("; ", all.Take(MostNamed))}{(all.Count > MostNamed ? $"; and {all.Count - MostNamed} more" : "")})";
    }

    private static string WayOut(long id, long later) =>
        $"'iwtune rollback {later}' undoes that one first; 'iwtune rollback {id} --and-later' undoes change {id} and every later one at once.";
}
