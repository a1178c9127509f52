namespace IwTune.Agent.Engine.History;

/// <summary>What the journal still needs: every before-image that may yet be restored, and enough history to read.</summary>
internal static class JournalCompaction
{
    /// <summary>Some hundred transactions of a few routes; below this a rewrite saves nothing worth a flush.</summary>
    private const int ManyEntries = 2_000;

    /// <summary>The last transactions that can be undone one by one.</summary>
    private const int Undoable = 20;

    /// <summary>The last transactions that history shows.</summary>
    private const int Remembered = 200;

    /// <summary>
    /// But no more entries than this in them: on a host with a thousand routes a single application has two thousand, and all of them are
    /// also in memory.
    /// </summary>
    private const int RememberedEntries = 5_000;

    /// <param name="state">What the entries add up to.</param>
    /// <param name="needed">
    /// How many the last compaction had to keep: a host with very many targets would rewrite them at every turn.
    /// </param>
    public static bool IsDue(JournalState state, int needed) =>
        state.Entries > Math.Max(ManyEntries, 2 * needed)
        || (IsAllRestored(state) && state.Transactions.Any(past => past.Changes.Exists(change => !change.Before.Raw.IsEmpty)));

    /// <summary>
    /// True when nothing is ours, and no policy is in force that made it so: a policy that covers none of the targets of the one before
    /// restores them, and undoing it sets them again.
    /// </summary>
    private static bool IsAllRestored(JournalState state) =>
        state.Originals.Count == 0
        && state.Transactions.LastOrDefault(past => past is { Kind: TransactionKind.Apply, Undone: false, Written: true })
            is not { Content.Policy: not null };

    /// <summary>The entries that are still needed, made anew whenever they are enumerated.</summary>
    public static IEnumerable<JournalEntry> Keep(JournalState state)
    {
        // The host's own decisions are undone with the content that they belong to, and must not push it out.
        HashSet<long> needed =
        [
            .. state.Transactions.Where(past => past.Kind != TransactionKind.Decide).TakeLast(Undoable).Select(past => past.Id),
        ];
        var undoableFrom = IsAllRestored(state) ? long.MaxValue : needed.DefaultIfEmpty(long.MaxValue).Min();
        // What the host must be, and what it must be if that is undone, however many repairs came after them.
        needed.UnionWith(
            state.Transactions.Where(past => past is { Kind: TransactionKind.Apply, Undone: false }).TakeLast(2).Select(past => past.Id)
        );
        needed.UnionWith(state.Transactions.Where(past => past.Changes.Exists(state.IsOriginal)).Select(past => past.Id));
        var rememberedFrom = RememberedFrom(state);
        return Entries(state, past => past.Id >= rememberedFrom || needed.Contains(past.Id), undoableFrom);
    }

    /// <summary>Every entry, made anew whenever they are enumerated.</summary>
    public static IEnumerable<JournalEntry> All(JournalState state) => Entries(state, _ => true, imagesFrom: 0);

    private static IEnumerable<JournalEntry> Entries(JournalState state, Func<Transaction, bool> keeps, long imagesFrom)
    {
        var kept = state.Transactions.Where(keeps).SelectMany(past => EntriesOf(past, state, past.Id >= imagesFrom));
        List<JournalEntry> tallies = [.. TalliesBeside(kept, state)];
        return tallies.Concat(kept).Concat(state.Fights.Values.Select(JournalState.EntryOf));
    }

    /// <summary>The entries of one transaction.</summary>
    /// <param name="past">The transaction.</param>
    /// <param name="state">Says which images are still the originals of their targets; those keep their bytes.</param>
    /// <param name="undoable">True when the others keep them, too.</param>
    private static IEnumerable<JournalEntry> EntriesOf(Transaction past, JournalState state, bool undoable)
    {
        var entry = new JournalEntry
        {
            Kind = JournalEntryKind.Begin,
            Transaction = past.Id,
            At = past.At,
        };
        yield return entry with
        {
            Cause = past.Kind,
            Content = past.Content,
            Digest = past.Digest,
            Detail = past.Why.Length == 0 ? null : past.Why,
        };
        foreach (var change in past.Changes)
        {
            var original = state.IsOriginal(change);
            yield return entry with
            {
                Kind = JournalEntryKind.Before,
                At = change.Before.At,
                Target = change.TargetId,
                Window = change.Before.Window,
                Raw = (original || undoable) && !change.Before.Raw.IsEmpty ? change.Before.Raw.ToArray() : null,
                BootId = change.Before.BootId,
                Original = original,
                First = change.First,
                Own = change.Own,
                Wanted = change.Wanted,
                Strategy = change.Strategy,
                By = change.By.Length == 0 ? null : change.By,
            };
        }
        foreach (var change in past.Changes.Where(change => change.Outcome is not null))
            yield return entry with
            {
                Kind = JournalEntryKind.After,
                At = change.Before.At,
                Target = change.TargetId,
                Outcome = change.Outcome,
                Detail = change.Detail,
                Released = change.Released,
            };
        if (past.Confirmed)
            yield return entry with
            {
                Kind = JournalEntryKind.Confirmed,
            };
        if (past.Undone)
            yield return entry with
            {
                Kind = JournalEntryKind.Undone,
            };
    }

    /// <summary>The first transaction that history shows.</summary>
    private static long RememberedFrom(JournalState state)
    {
        var (from, left) = (state.NextTransaction, RememberedEntries);
        var oldest = from - Remembered;
        foreach (var past in state.Transactions.Reverse().TakeWhile(past => past.Id >= oldest))
        {
            if (left <= 0)
                break;
            (from, left) = (past.Id, left - EntriesOf(past, state, undoable: false).Count());
        }
        return from;
    }

    /// <summary>The repairs of removed transactions, so that all repairs are still counted.</summary>
    private static IEnumerable<JournalEntry> TalliesBeside(IEnumerable<JournalEntry> kept, JournalState state)
    {
        var still = JournalState.Of(kept);
        foreach (var (key, repairs) in state.Repairs)
        {
            var gone = repairs.Count - (still.Repairs.GetValueOrDefault(key)?.Count ?? 0);
            if (gone > 0)
                yield return JournalState.EntryOf(repairs with { Count = gone });
        }
    }
}
