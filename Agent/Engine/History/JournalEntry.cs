using System.Text.Json.Serialization;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.History;

/// <summary>One line of the journal. Entries are only ever added; what they add up to is <see cref="JournalState"/>.</summary>
internal sealed record JournalEntry
{
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public required JournalEntryKind Kind { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public required long Transaction { get; init; }

    public required DateTimeOffset At { get; init; }

    /// <summary>Begin: why, and by what; the detail is what the host decided.</summary>
    public TransactionKind? Cause { get; init; }

    public BundleContent? Content { get; init; }

    public string? Digest { get; init; }

    /// <summary>Before and After: the target.</summary>
    public string? Target { get; init; }

    /// <summary>Before: the target's window and bytes, and the boot they were read in. The bytes go when the entry is old.</summary>
    public Window? Window { get; init; }

    public byte[]? Raw { get; init; }

    public string? BootId { get; init; }

    /// <summary>Before: true when this is what the target was before the agent first touched it.</summary>
    public bool Original { get; init; }

    /// <summary>
    /// Before: true when the target was not the agent's until then. It stays when <see cref="Original"/> goes with the bytes of an old
    /// entry.
    /// </summary>
    public bool First { get; init; }

    /// <summary>Before: as in <see cref="Change.Own"/>.</summary>
    public bool Own { get; init; }

    /// <summary>Before: the window the step gives it.</summary>
    public Window? Wanted { get; init; }

    /// <summary>Before: the strategy of the step. The default, in-place, is what older agents used, which did not write it.</summary>
    public StrategyKind Strategy { get; init; }

    /// <summary>Before: who had changed the target. Fighting and Tally: who keeps changing it.</summary>
    public string? By { get; init; }

    /// <summary>Fighting and Tally: how many repairs.</summary>
    public int Count { get; init; }

    /// <summary>After: the outcome of the step.</summary>
    public string? Outcome { get; init; }

    public string? Detail { get; init; }

    /// <summary>After: true when the target is now what it originally was and no longer ours.</summary>
    public bool Released { get; init; }
}

internal enum JournalEntryKind
{
    Begin,
    Before,
    After,
    Confirmed,
    Undone,

    /// <summary>A target that is gone from the host, with its before-image.</summary>
    Forgotten,

    /// <summary>A target that is not repaired any more; the detail is the advice.</summary>
    Fighting,

    /// <summary>The end of that.</summary>
    Calm,

    /// <summary>The repairs of a target in transactions that are no longer remembered.</summary>
    Tally,
}
