namespace IwTune.Shared.Fleet.Audit;

/// <summary>How long a server keeps growing data. <see langword="null"/> keeps it forever.</summary>
/// <param name="History">
/// Days of verdicts, identities and judged times: what compliance as of an instant is rebuilt from. 30..36500.
/// </param>
/// <param name="Reports">
/// Days of evidence and events that hosts reported; on PostgreSQL evidence is kept up to a week longer. 7..36500.
/// </param>
/// <param name="Audit">
/// Days of the audit log. Its beginning is cut only right after a signed checkpoint, which then anchors the rest. 90..36500.
/// </param>
public sealed record RetentionPeriods(int? History = null, int? Reports = null, int? Audit = null);

/// <summary>New periods.</summary>
/// <param name="Periods">All of them; what is left out is kept forever.</param>
/// <param name="Reason">Why, for the audit log; at most 500 characters.</param>
public sealed record RetentionRequest(RetentionPeriods Periods, string Reason);

/// <summary>What a server keeps, and what it deleted last.</summary>
public sealed record RetentionStatus
{
    /// <summary>The periods in force.</summary>
    public required RetentionPeriods Periods { get; init; }

    /// <summary>Who set them; empty while those of <c>--retain</c> hold.</summary>
    public required string SetBy { get; init; }

    /// <summary>When; <see langword="null"/> while those of <c>--retain</c> hold.</summary>
    public DateTimeOffset? SetAt { get; init; }

    /// <summary>When the last run ended; <see langword="null"/> before the first.</summary>
    public DateTimeOffset? LastRun { get; init; }

    /// <summary>What it did, as a sentence.</summary>
    public required string LastTold { get; init; }

    /// <summary>Entries of the audit log that were deleted from its beginning.</summary>
    public required long AuditDeleted { get; init; }

    /// <summary>Legal holds in force.</summary>
    public required int LegalHolds { get; init; }
}

/// <summary>Suspends deletion for hosts and a time, until it is lifted.</summary>
/// <param name="Name">What people call it: a case number; 1..100 printable characters.</param>
/// <param name="Selector">Its hosts, those that left the fleet included; <c>*</c> for all.</param>
/// <param name="From">What is kept begins with how things stood then.</param>
/// <param name="Until">and ends then; <see langword="null"/> for everything from then on.</param>
/// <param name="Reason">Why, for the audit log.</param>
public sealed record LegalHoldRequest(string Name, string Selector, DateTimeOffset From, string Reason, DateTimeOffset? Until = null);

/// <summary>A legal hold.</summary>
public sealed record LegalHold
{
    /// <summary>Its id.</summary>
    public required string Id { get; init; }

    /// <summary>What people call it.</summary>
    public required string Name { get; init; }

    /// <summary>Its hosts.</summary>
    public required string Selector { get; init; }

    /// <summary>From when on.</summary>
    public required DateTimeOffset From { get; init; }

    /// <summary>Until when; <see langword="null"/> for no end.</summary>
    public DateTimeOffset? Until { get; init; }

    /// <summary>Hosts it covers.</summary>
    public required long Hosts { get; init; }

    /// <summary>Who set it.</summary>
    public required string Author { get; init; }

    /// <summary>Why.</summary>
    public required string Reason { get; init; }

    /// <summary>When it was set.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>When it was lifted; <see langword="null"/> while it is in force.</summary>
    public DateTimeOffset? Lifted { get; init; }

    /// <summary>Who lifted it, empty while it is in force.</summary>
    public string LiftedBy { get; init; } = "";

    /// <summary>Why.</summary>
    public string LiftedReason { get; init; } = "";
}
