using IwTune.Agent.Engine.Repairs;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.History;

/// <summary>What the journal's entries add up to; <see cref="JournalCompaction"/> makes them again from it.</summary>
internal sealed class JournalState
{
    private readonly Dictionary<string, Held> _held = new(StringComparer.Ordinal);
    private readonly SortedDictionary<long, Transaction> _transactions = [];
    private readonly Dictionary<string, Fight> _fights = new(StringComparer.Ordinal);
    private readonly Dictionary<(string Target, string By), RepairCount> _repairs = [];

    /// <summary>The position, in its transaction, of a change whose outcome is not there yet.</summary>
    private readonly Dictionary<(long Transaction, string Target), int> _open = [];

    /// <summary>A target that is ours: its window before us, and what we gave it last.</summary>
    /// <param name="Original">What it was before us.</param>
    /// <param name="LastSet">What the last step that was taken gave it; the before-image's own window when none was.</param>
    /// <param name="Intended">What the step in progress gives it, from its before-image until its outcome.</param>
    internal sealed record Held(BeforeImage Original, Setting LastSet, Setting? Intended);

    /// <summary>How many entries there were.</summary>
    public int Entries { get; private set; }

    public IReadOnlyDictionary<string, Held> Originals => _held;

    /// <summary>True when the target of this change is ours and this was its window before us.</summary>
    public bool IsOriginal(Change change) =>
        _held.TryGetValue(change.TargetId, out var held) && ReferenceEquals(held.Original, change.Before);

    public IReadOnlyDictionary<string, Fight> Fights => _fights;

    public IReadOnlyDictionary<(string Target, string By), RepairCount> Repairs => _repairs;

    public IReadOnlyCollection<Transaction> Transactions => _transactions.Values;

    public long NextTransaction => _transactions.Count == 0 ? 1 : _transactions.Keys.Last() + 1;

    public static JournalState Of(IEnumerable<JournalEntry> entries)
    {
        var state = new JournalState();
        foreach (var entry in entries)
            state.Add(entry);
        return state;
    }

    public void Add(JournalEntry entry)
    {
        Entries++;
        switch (entry.Kind)
        {
            case JournalEntryKind.Begin:
                _transactions[entry.Transaction] = new Transaction(
                    entry.Transaction,
                    entry.Cause ?? default,
                    entry.At,
                    entry.Content,
                    entry.Digest ?? ""
                )
                {
                    Why = entry.Detail ?? "",
                };
                break;
            case JournalEntryKind.Before:
                AddBefore(entry);
                break;
            case JournalEntryKind.After:
                AddAfter(entry);
                break;
            case JournalEntryKind.Confirmed:
                Amend(entry, transaction => transaction with { Confirmed = true });
                break;
            case JournalEntryKind.Undone:
                Amend(entry, transaction => transaction with { Undone = true });
                break;
            case JournalEntryKind.Forgotten:
                _held.Remove(entry.Target!);
                break;
            case JournalEntryKind.Fighting:
                _fights[entry.Target!] = new Fight(entry.Target!, entry.At, entry.By ?? "", entry.Count, entry.Detail ?? "");
                break;
            case JournalEntryKind.Calm:
                _fights.Remove(entry.Target!);
                break;
            case JournalEntryKind.Tally:
                Count(entry.Target!, entry.By ?? "", entry.Count, entry.At);
                break;
        }
    }

    public static JournalEntry EntryOf(Fight fight) =>
        new()
        {
            Kind = JournalEntryKind.Fighting,
            Transaction = 0,
            At = fight.Since,
            Target = fight.Target,
            By = fight.By,
            Count = fight.Repairs,
            Detail = fight.Advice,
        };

    public static JournalEntry EntryOf(RepairCount repairs) =>
        new()
        {
            Kind = JournalEntryKind.Tally,
            Transaction = 0,
            At = repairs.Last,
            Target = repairs.Target,
            By = repairs.By,
            Count = repairs.Count,
        };

    private void Count(string target, string by, int count, DateTimeOffset at) =>
        _repairs[(target, by)] = new RepairCount(target, by, count + (_repairs.GetValueOrDefault((target, by))?.Count ?? 0), at);

    private void AddBefore(JournalEntry entry)
    {
        var image = new BeforeImage(entry.Target!, entry.Window!, entry.Raw, entry.BootId ?? "", entry.At);
        if (_transactions.TryGetValue(entry.Transaction, out var transaction))
        {
            _open[(entry.Transaction, image.TargetId)] = transaction.Changes.Count;
            var change = new Change(image.TargetId, image, entry.Wanted!, null, "", entry.By ?? "")
            {
                First = entry.First,
                Own = entry.Own,
                Strategy = entry.Strategy,
            };
            _transactions[entry.Transaction] = transaction with { Changes = transaction.Changes.Add(change) };
        }
        var intended = new Setting(entry.Wanted!, entry.Strategy);
        if (entry.Original)
            _held[image.TargetId] = new Held(image, intended with { Window = image.Window }, intended);
        else if (_held.TryGetValue(image.TargetId, out var held))
            _held[image.TargetId] = held with { Intended = intended };
    }

    private void AddAfter(JournalEntry entry)
    {
        if (
            _open.Remove((entry.Transaction, entry.Target!), out var at)
            && _transactions.TryGetValue(entry.Transaction, out var transaction)
        )
        {
            var change = transaction.Changes[at] with { Outcome = entry.Outcome, Detail = entry.Detail ?? "", Released = entry.Released };
            _transactions[entry.Transaction] = transaction with { Changes = transaction.Changes.SetItem(at, change) };
            if (transaction.Kind == TransactionKind.Repair && change is { Repairs: true, Outcome: nameof(Outcome.Applied) })
                Count(change.TargetId, change.By.Length == 0 ? Attribution.NotKnown : change.By, 1, entry.At);
        }
        if (entry.Released)
            _held.Remove(entry.Target!);
        else if (_held.TryGetValue(entry.Target!, out var held))
            _held[entry.Target!] = entry.Outcome is nameof(Outcome.Applied) or nameof(Outcome.AlreadyThere)
                ? held with
                {
                    LastSet = held.Intended ?? held.LastSet,
                    Intended = null,
                }
                : held with
                {
                    Intended = null,
                };
    }

    private void Amend(JournalEntry entry, Func<Transaction, Transaction> how)
    {
        if (_transactions.TryGetValue(entry.Transaction, out var transaction))
            _transactions[entry.Transaction] = how(transaction);
    }
}
