namespace IwTune.Shared.Fleet.Compliance;

/// <summary>Takes hosts out of judgement for a while. Their bundle does not change: an exception says why no alarm is needed.</summary>
public sealed record ExceptionRequest
{
    /// <summary>
    /// A host by id, or by name when only one has it; <see langword="null"/> when <see cref="Selector"/> says which hosts.
    /// </summary>
    public string? Host { get; init; }

    /// <summary>Which hosts, now and later; <see langword="null"/> when <see cref="Host"/> says which.</summary>
    public string? Selector { get; init; }

    /// <summary>Why; at most 500 characters.</summary>
    public required string Reason { get; init; }

    /// <summary>Where it was decided: <c>CHG-4711</c>; at most 100 characters, empty for nowhere.</summary>
    public string Ticket { get; set; } = "";

    /// <summary>When it ends, within two years; <see langword="null"/> only together with <see cref="Endless"/>.</summary>
    public DateTimeOffset? Until { get; init; }

    /// <summary>True to say on purpose that it has no end.</summary>
    public bool Endless { get; init; }

    /// <summary>How many hosts it is for, when that is more than half of a fleet of at least 10.</summary>
    public int? Confirm { get; init; }
}

/// <summary>An exception.</summary>
public sealed record ExceptionSummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>Which hosts; <c>id:…</c> for hosts that were named.</summary>
    public required string Selector { get; init; }

    /// <summary>The names of the hosts that the selector has by id; <see langword="null"/> when it says otherwise which.</summary>
    public string? Host { get; init; }

    /// <summary>Why.</summary>
    public required string Reason { get; init; }

    /// <summary>Where it was decided; empty for nowhere.</summary>
    public string Ticket { get; init; } = "";

    /// <summary>Who granted it.</summary>
    public required string Author { get; init; }

    /// <summary>When it was granted.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>Who approved it: another person than its author; <see langword="null"/> before that.</summary>
    public string? ApprovedBy { get; init; }

    /// <summary>When that was.</summary>
    public DateTimeOffset? Approved { get; init; }

    /// <summary>When it ends by itself; <see langword="null"/> for never.</summary>
    public DateTimeOffset? Until { get; init; }

    /// <summary>When a person ended it; <see langword="null"/> otherwise.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>Who ended it, and why; empty when no person did.</summary>
    public string EndedBy { get; init; } = "";

    /// <summary>Where it is now.</summary>
    public required ExceptionState State { get; init; }

    /// <summary>Hosts it is for now; 0 once it has ended.</summary>
    public int Hosts { get; init; }

    /// <summary>What is allowed and probably a mistake, one sentence each; only in the answer to granting it.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];
}

/// <summary>Where an exception is.</summary>
public enum ExceptionState
{
    /// <summary>In force.</summary>
    InForce,

    /// <summary>In force, and ends within seven days.</summary>
    EndsSoon,

    /// <summary>Its time was over.</summary>
    Expired,

    /// <summary>A person ended it.</summary>
    Ended,
}
