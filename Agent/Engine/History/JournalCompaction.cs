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

    /// <param name="entries">All of them.</param>
    /// <param name="state">What they add up to.</param>
    /// <param name="needed">
    /// How many the last compaction had to keep: a host with very many targets would rewrite them at every turn.
    /// </param>
    public static bool IsDue(List<JournalEntry> entries, JournalState state, int needed) =>
        entries.Count > Math.Max(ManyEntries, 2 * needed) || (IsAllRestored(state) && entries.Exists(entry => entry.Raw is not null));

    /// <summary>
    /// True when nothing is ours, and no policy is in force that made it so: a policy that covers none of the targets of the one before
    /// restores them, and undoing it sets them again.
    /// </summary>
    private static bool IsAllRestored(JournalState state) =>
        state.Originals.Count == 0
        && state.Transactions.LastOrDefault(past => past is { Kind: TransactionKind.Apply, Undone: false, Written: true })
            is not { Content.Policy: not null };

    public static List<JournalEntry> Keep(List<JournalEntry> entries, JournalState state)
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
        var rememberedFrom = RememberedFrom(entries, state);
        foreach (var entry in entries.Where(IsOriginal))
            needed.Add(entry.Transaction);
        List<JournalEntry> kept =
        [
            .. entries
                .Where(entry => entry.Transaction > 0 && (entry.Transaction >= rememberedFrom || needed.Contains(entry.Transaction)))
                .Select(entry =>
                    IsOriginal(entry) || entry.Transaction >= undoableFrom ? entry : entry with { Raw = null, Original = false }
                ),
        ];
        return [.. TalliesBeside(kept, state), .. kept, .. state.Fights.Values.Select(JournalState.EntryOf)];

        bool IsOriginal(JournalEntry entry) =>
            entry is { Kind: JournalEntryKind.Before, Original: true }
            && state.Originals.TryGetValue(entry.Target!, out var held)
            && held.Original.At == entry.At;
    }

    /// <summary>The first transaction that history shows.</summary>
    private static long RememberedFrom(List<JournalEntry> entries, JournalState state)
    {
        var from = state.NextTransaction;
        var oldest = from - Remembered;
        // Transactions follow each other; entries of none stand between them.
        for (int at = entries.Count - 1, left = RememberedEntries; at >= 0 && left > 0; at--)
        {
            var transaction = entries[at].Transaction;
            if (transaction == 0)
                continue;
            if (transaction < oldest)
                break;
            (from, left) = (Math.Min(from, transaction), left - 1);
        }
        return from;
    }

    /// <summary>The repairs of removed transactions, so that all repairs are still counted.</summary>
    private static IEnumerable<JournalEntry> TalliesBeside(List<JournalEntry> kept, JournalState state)
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
