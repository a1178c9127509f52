using IwTune.Agent.Engine.Repairs;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.History;

/// <summary>
/// What the agent changed on this host and what was there before. Written before each change, and exact enough to undo it.
/// </summary>
public sealed class Journal
{
    private readonly JournalFile _file;
    private readonly bool _looks;
    private JournalState _state;
    private readonly TimeProvider _time;
    private JournalEntry? _begin;
    private int _needed;

    private Journal(JournalFile file, IEnumerable<JournalEntry> entries, TimeProvider time, bool looks)
    {
        _looks = looks;
        _file = file;
        _time = time;
        _state = JournalState.Of(entries);
    }

    /// <summary>Targets have other names from now on; the journal answers as if they always had them.</summary>
    /// <param name="names">New names by the old ones, all at once: each call writes the whole file.</param>
    internal void Rename(IReadOnlyDictionary<string, string> names)
    {
        var renamed = JournalCompaction
            .All(_state)
            .Select(entry => entry.Target is { } id && names.TryGetValue(id, out var now) ? entry with { Target = now } : entry);
        try
        {
            if (!_looks)
                _file.Rewrite(renamed);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The file keeps the old name; the next process finds the rename again.
        }
        _state = JournalState.Of(renamed);
    }

    /// <summary>For a process that holds the lock and may write.</summary>
    /// <exception cref="StateUnusableException">It is damaged or cannot be read.</exception>
    public static Journal Open(StateDirectory state, TimeProvider time) => Load(state, time, repair: true);

    /// <summary>For a process that only looks; never writes.</summary>
    /// <exception cref="StateUnusableException">It is damaged or cannot be read.</exception>
    public static Journal Peek(StateDirectory state, TimeProvider time) => Load(state, time, repair: false);

    /// <summary>For a person who restores by hand: what is left of a damaged one. Never writes.</summary>
    /// <param name="state">The state directory.</param>
    /// <param name="time">Dates.</param>
    /// <param name="damaged">The numbers of the lines that are damaged and left out.</param>
    /// <exception cref="StateUnusableException">It cannot be read.</exception>
    public static Journal Salvage(StateDirectory state, TimeProvider time, out IReadOnlyList<int> damaged)
    {
        var file = new JournalFile(state.Journal);
        (var entries, damaged) = file.Salvage();
        return new Journal(file, entries, time, looks: true);
    }

    /// <summary>For a process that may not even look.</summary>
    public static Journal Empty(TimeProvider time) => new(new JournalFile(""), [], time, looks: true);

    /// <summary>Every transaction that is remembered, oldest first.</summary>
    public IReadOnlyCollection<Transaction> Transactions => _state.Transactions;

    /// <summary>What every target that is ours was before the agent first touched it.</summary>
    public IEnumerable<BeforeImage> Originals => _state.Originals.Values.Select(held => held.Original);

    /// <summary>What the target of this id was before the agent first touched it; <see langword="null"/> when it is not ours.</summary>
    internal BeforeImage? ImageOf(string targetId) => _state.Originals.TryGetValue(targetId, out var held) ? held.Original : null;

    /// <summary>The ids of every target that is ours.</summary>
    public IEnumerable<string> Managed => _state.Originals.Keys;

    /// <summary>The window that every target of ours was given last, by the target's id.</summary>
    public Dictionary<string, Window> Given() =>
        _state.Originals.ToDictionary(held => held.Key, held => (held.Value.Intended ?? held.Value.LastSet).Window, StringComparer.Ordinal);

    /// <summary>True when any target that is ours was set this way last.</summary>
    public bool Uses(Predicate<StrategyKind> way) => _state.Originals.Values.Any(held => way((held.Intended ?? held.LastSet).By));

    /// <summary>What a rollback of the last transaction would undo; <see langword="null"/> when nothing can be undone any more.</summary>
    public Transaction? LastUndoable => _state.Transactions.LastOrDefault(Undoable);

    /// <summary>
    /// The last application that was not undone: it may still wait to be confirmed, or have stopped half-way; <see langword="null"/> when
    /// there is none.
    /// </summary>
    public Transaction? InForce => _state.Transactions.LastOrDefault(past => past is { Kind: TransactionKind.Apply, Undone: false });

    /// <summary>The same where it was confirmed: what the host must be.</summary>
    public Transaction? Held => InForce is { Confirmed: true } last ? last : null;

    /// <summary>
    /// True when the content that is held has changed nothing on this host yet, because it found everything there or matched nothing.
    /// </summary>
    public bool HeldUntouched => Held is { Written: false } held && !Under(held).Any(later => later.Written);

    /// <summary>
    /// The transaction that first applied the content of this one: an earlier one may have found nothing to change, or may have stopped
    /// half-way.
    /// </summary>
    internal long FirstOf(long transaction)
    {
        var digest = _state.Transactions.LastOrDefault(past => past.Id == transaction)?.Digest;
        return _state
                .Transactions.Where(past => past is { Kind: TransactionKind.Apply, Undone: false } && past.Id < transaction)
                .Reverse()
                .TakeWhile(past => past.Digest == digest && !(past.Written && past.Confirmed))
                .LastOrDefault()
                ?.Id
            ?? transaction;
    }

    /// <summary>The before-image of this target, and what we gave it last; <see langword="null"/> when it is not ours.</summary>
    /// <param name="target">As read now.</param>
    /// <param name="bootId">
    /// The boot it was read in. After a reboot a target that is not as we set it was recreated by its owner, so the old image no longer
    /// describes it.
    /// </param>
    public (BeforeImage Original, Setting LastSet)? Of(Target target, string bootId) =>
        _state.Originals.TryGetValue(target.Id, out var held)
        && (held.Original.BootId == bootId || target.Current == (held.Intended ?? held.LastSet).Window)
            ? (held.Original, held.Intended ?? held.LastSet)
            : null;

    /// <summary>True when the target has the window that we gave it, or were about to.</summary>
    internal bool Gave(Target target) =>
        _state.Originals.TryGetValue(target.Id, out var held)
        && (target.Current == held.LastSet.Window || target.Current == held.Intended?.Window);

    /// <summary>The targets that are not repaired any more.</summary>
    public IEnumerable<Fight> Fights => _state.Fights.Values;

    /// <summary>How often every target was repaired, and after whose change.</summary>
    public IReadOnlyList<RepairCount> Repairs => [.. _state.Repairs.Values];

    /// <summary>Begins a transaction. Nothing is written until its first step.</summary>
    /// <param name="kind">Why.</param>
    /// <param name="content">The required content; <see langword="null"/> when something is restored.</param>
    /// <param name="digest">Digest of the content.</param>
    /// <param name="why">What the host decided, where it did.</param>
    public Transaction Begin(TransactionKind kind, BundleContent? content, string digest, string why = "")
    {
        _begin = new JournalEntry
        {
            Kind = JournalEntryKind.Begin,
            Transaction = _state.NextTransaction,
            At = _time.GetUtcNow(),
            Cause = kind,
            Content = content,
            Digest = digest,
            Detail = why.Length == 0 ? null : why,
        };
        return new Transaction(_begin.Transaction, kind, _begin.At, content, digest) { Why = why };
    }

    /// <summary>
    /// Writes the present state of targets before steps change them, all with one flush. Only when this returns may the steps be taken.
    /// </summary>
    /// <param name="transaction">The steps' transaction.</param>
    /// <param name="steps">Each target, and the window that its step gives it.</param>
    /// <param name="bootId">The boot that the targets were read in.</param>
    /// <exception cref="IOException">Disk full, or not writable: nothing was written.</exception>
    /// <exception cref="UnauthorizedAccessException">Not writable by this user.</exception>
    internal void Before(long transaction, IEnumerable<(Target Target, Window Wanted)> steps, string bootId)
    {
        var now = _time.GetUtcNow();
        AppendWithBegin([
            .. steps.Select(step => new JournalEntry
            {
                Kind = JournalEntryKind.Before,
                Transaction = transaction,
                At = now,
                Target = step.Target.Id,
                Window = step.Target.Original is null ? step.Target.Underneath : step.Target.Current,
                Raw = step.Target.Raw.ToArray(),
                BootId = bootId,
                Original = step.Target.Original is null,
                First = step.Target.LastSet is null,
                Own = step.Target.AsLastSet && step.Target.LastSet!.Window != step.Wanted,
                Wanted = step.Wanted,
                Strategy = step.Target.Strategy.Kind,
                By = step.Target.ChangedBy?.Who,
            }),
        ]);
    }

    /// <summary>Writes the outcomes of steps.</summary>
    /// <param name="transaction">The steps' transaction.</param>
    /// <param name="taken">Each target, its outcome, and whether the target is now what it originally was.</param>
    /// <remarks>Not flushed: after a power cut a step counts as possibly taken, which only makes the restore more careful.</remarks>
    internal void After(long transaction, IEnumerable<(Target Target, Outcome Outcome, bool Released)> taken)
    {
        var now = _time.GetUtcNow();
        Append(
            flush: false,
            [
                .. taken.Select(step => new JournalEntry
                {
                    Kind = JournalEntryKind.After,
                    Transaction = transaction,
                    At = now,
                    Target = step.Target.Id,
                    Outcome = step.Outcome.Kind.ToString(),
                    Detail = step.Outcome.Detail,
                    Released = step.Released,
                }),
            ]
        );
    }

    /// <summary>The transaction is verified and confirmed, even when it had no step.</summary>
    public void Confirm(long transaction) => Mark(JournalEntryKind.Confirmed, transaction);

    /// <summary>The before-images of the transaction were restored.</summary>
    public void Undo(long transaction) => Mark(JournalEntryKind.Undone, transaction);

    /// <summary>
    /// Drops the before-images of targets that are gone from the host or were recreated: there is nothing left to restore.
    /// </summary>
    public void Forget(IEnumerable<string> targetIds)
    {
        var now = _time.GetUtcNow();
        Append(
            flush: true,
            [
                .. targetIds.Select(id => new JournalEntry
                {
                    Kind = JournalEntryKind.Forgotten,
                    Transaction = 0,
                    At = now,
                    Target = id,
                }),
            ]
        );
    }

    /// <summary>A target is left alone from now on.</summary>
    public void BeginFight(Fight fight) => Append(flush: true, JournalState.EntryOf(fight));

    /// <summary>A target is repaired again from now on.</summary>
    public void EndFight(string targetId) =>
        Append(
            flush: true,
            new JournalEntry
            {
                Kind = JournalEntryKind.Calm,
                Transaction = 0,
                At = _time.GetUtcNow(),
                Target = targetId,
            }
        );

    /// <summary>Rewrites the file when it has grown or when nothing is left to restore.</summary>
    public void Compact()
    {
        if (!JournalCompaction.IsDue(_state, _needed))
            return;
        var kept = JournalCompaction.Keep(_state);
        _file.Rewrite(kept);
        _state = JournalState.Of(kept);
        _needed = _state.Entries;
    }

    private static Journal Load(StateDirectory state, TimeProvider time, bool repair)
    {
        var file = new JournalFile(state.Journal);
        return new Journal(file, file.Load(repair), time, looks: !repair);
    }

    /// <summary>
    /// True when the content changed this host, at once or later. A route may come after its policy, so that a repair or a decision of the
    /// host is the first write.
    /// </summary>
    internal bool Undoable(Transaction transaction) =>
        transaction is { Kind: TransactionKind.Apply, Undone: false }
        && (
            transaction.Written
                ? transaction.Changes.All(change => !change.Written || !change.Before.Raw.IsEmpty)
                : Under(transaction).Any(later => later.Changes.Any(change => change.Written && !change.Before.Raw.IsEmpty))
        );

    /// <summary>What was done for a content after its application, until the next content.</summary>
    internal IEnumerable<Transaction> Under(Transaction content) =>
        _state
            .Transactions.SkipWhile(past => past.Id <= content.Id)
            .TakeWhile(later => later is not { Kind: TransactionKind.Apply, Undone: false })
            .Where(later =>
                later is { Kind: TransactionKind.Repair or TransactionKind.Resume or TransactionKind.Decide, Undone: false }
                && later.Digest == content.Digest
            );

    private void Mark(JournalEntryKind kind, long transaction)
    {
        if (_begin?.Transaction == transaction || _state.Transactions.Any(known => known.Id == transaction))
            AppendWithBegin(
                new JournalEntry
                {
                    Kind = kind,
                    Transaction = transaction,
                    At = _time.GetUtcNow(),
                }
            );
    }

    private void AppendWithBegin(params JournalEntry[] entries)
    {
        if (_begin is { } begin && begin.Transaction == entries[0].Transaction)
            Append(flush: true, [begin, .. entries]);
        else
            Append(flush: true, entries);
        _begin = null;
    }

    private void Append(bool flush, params JournalEntry[] entries)
    {
        if (entries.Length == 0)
            return;
        _file.Append(entries, flush);
        foreach (var entry in entries)
            _state.Add(entry);
    }
}
