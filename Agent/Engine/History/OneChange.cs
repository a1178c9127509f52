namespace IwTune.Agent.Engine.History;

/// <summary>One change of the history by its id: whether it can be undone at all, and which transactions belong to it.</summary>
internal static class OneChange
{
    /// <returns>Why it cannot be undone, now or ever; <see langword="null"/> when nothing in the change itself prevents it.</returns>
    public static ChangeRollback? Never(Journal journal, long id)
    {
        if (journal.Transactions.FirstOrDefault(past => past.Id == id) is not { } change)
            return ChangeRollback.Refuse(
                id,
                "the history does not have it. 'iwtune history' lists the ids; very old changes are not kept."
            );
        if (change.Undone)
            return new ChangeRollback(null, $"Change {id} is already undone. Nothing was changed.");
        return change.Kind switch
        {
            TransactionKind.Apply when journal.Undoable(change) => null,
            TransactionKind.Apply when !change.Written => new ChangeRollback(
                null,
                $"Change {id} changed nothing, so there is nothing to undo."
            ),
            TransactionKind.Apply => ChangeRollback.Refuse(
                id,
                "it is too old; its before-images are no longer kept. 'iwtune rollback --all' restores what was there before iwtune."
            ),
            TransactionKind.Override => ChangeRollback.Refuse(id, "it is a local override. 'iwtune override --clear' ends it."),
            TransactionKind.Experiment => ChangeRollback.Refuse(
                id,
                "it is an experiment. 'iwtune experiment stop' ends it and restores the windows."
            ),
            TransactionKind.Rollback or TransactionKind.PutBack => ChangeRollback.Refuse(
                id,
                "it is a rollback itself. Apply the policy again to undo it."
            ),
            _ when OwnerOf(journal, change) is { } owner => ChangeRollback.Refuse(
                id,
                $"it belongs to change {owner.Id}. 'iwtune rollback {owner.Id}' undoes both."
            ),
            _ => ChangeRollback.Refuse(
                id,
                "the change that it belongs to is no longer kept. 'iwtune rollback --all' restores what was there before iwtune."
            ),
        };
    }

    /// <summary>The change with what was done for its content, and an interrupted first part of it.</summary>
    public static IReadOnlyList<Transaction> Alone(Journal journal, long id)
    {
        var first = journal.FirstOf(id);
        var change = journal.Transactions.First(past => past.Id == id);
        return [.. AndLater(journal, first).Where(past => past.Id <= id), .. journal.Under(change)];
    }

    /// <summary>The change and all later ones for a policy.</summary>
    public static IReadOnlyList<Transaction> AndLater(Journal journal, long id)
    {
        var first = journal.FirstOf(id);
        return
        [
            .. journal.Transactions.Where(past =>
                past.Id >= first
                && !past.Undone
                && past.Kind is TransactionKind.Apply or TransactionKind.Repair or TransactionKind.Resume or TransactionKind.Decide
            ),
        ];
    }

    /// <summary>The application of a policy that a transaction belongs to; the transaction itself when it is one.</summary>
    public static Transaction? OwnerOf(Journal journal, Transaction change) =>
        change.Kind is TransactionKind.Apply or TransactionKind.Experiment
            ? change
            : journal.Transactions.LastOrDefault(past =>
                past is { Kind: TransactionKind.Apply, Undone: false } && past.Id < change.Id && past.Digest == change.Digest
            );

    /// <summary>The targets that the transactions wrote, each once.</summary>
    public static HashSet<string> TargetsOf(IEnumerable<Transaction> transactions) =>
        transactions
            .SelectMany(past => past.Changes)
            .Where(change => change.Written)
            .Select(change => change.TargetId)
            .ToHashSet(StringComparer.Ordinal);

    /// <summary>The later changes that stand and set one of the targets, oldest first.</summary>
    public static IReadOnlyList<Transaction> Later(Journal journal, IReadOnlyList<Transaction> these, IReadOnlySet<string> targets) =>
        [
            .. journal
                .Transactions.Where(past =>
                    past.Id > these[0].Id
                    && !past.Undone
                    && past.Kind is not (TransactionKind.Rollback or TransactionKind.PutBack or TransactionKind.Override)
                )
                .Where(past =>
                    these.All(one => one.Id != past.Id) && past.Changes.Any(change => change.Written && targets.Contains(change.TargetId))
                )
                .Select(past => OwnerOf(journal, past) ?? past)
                .DistinctBy(past => past.Id),
        ];
}
