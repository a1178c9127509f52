using System.Globalization;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>How far a compliance run is.</summary>
public enum RunState
{
    /// <summary>It is made as soon as a server is free.</summary>
    Waiting,

    /// <summary>A server makes it.</summary>
    Making,

    /// <summary>It can be downloaded.</summary>
    Kept,

    /// <summary>It could not be made; the problem says why.</summary>
    Failed,

    /// <summary>No server ran when it was due, and a later run of the same schedule covers its time.</summary>
    Missed,

    /// <summary>Its period is over: its record stays, its file is gone.</summary>
    Deleted,
}

/// <summary>The reason for a compliance run.</summary>
public enum RunCause
{
    /// <summary>A person or a program started it.</summary>
    Asked,

    /// <summary>Its schedule.</summary>
    Scheduled,

    /// <summary>A rollout was completed.</summary>
    Rollout,
}

/// <summary>A compliance export that the server makes and keeps.</summary>
public sealed record ComplianceRun
{
    /// <summary>UUIDv7.</summary>
    public required string Id { get; init; }

    /// <summary>The name of its schedule; <see langword="null"/> when it was started without one.</summary>
    public string? Schedule { get; init; }

    /// <summary>The reason for it.</summary>
    public required RunCause Cause { get; init; }

    /// <summary>The cause in words: a person's reason, or the rollout; empty for a schedule.</summary>
    public string About { get; init; } = "";

    /// <summary>How far it is.</summary>
    public required RunState State { get; init; }

    /// <summary>Why it failed, was missed or is late; empty otherwise.</summary>
    public string Problem { get; init; } = "";

    /// <summary>Who: a person, a token or <c>schedule:NAME</c>.</summary>
    public required string By { get; init; }

    /// <summary>When it was due.</summary>
    public required DateTimeOffset Due { get; init; }

    /// <summary>When it was complete, failed or given up.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>The instant of its verdicts; <see langword="null"/> before it is made, where none was given.</summary>
    public DateTimeOffset? AsOf { get; init; }

    /// <summary>Start of its listed changes.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>By what was known when.</summary>
    public DateTimeOffset? Known { get; init; }

    /// <summary>The filter; empty for every host.</summary>
    public string Query { get; init; } = "";

    /// <summary>The names of its further formats.</summary>
    public IReadOnlyList<string> Formats { get; init; } = [];

    /// <summary>Hosts in it, once it is made.</summary>
    public int? Hosts { get; init; }

    /// <summary>Hosts of the fleet then.</summary>
    public int? Fleet { get; init; }

    /// <summary>Compliant and repaired hosts among them.</summary>
    public int? Compliant { get; init; }

    /// <summary>
    /// Compliant hosts among them to which no policy was assigned; <see langword="null"/> before it is made, and for a run of a server that
    /// did not count them.
    /// </summary>
    public int? WithoutPolicy { get; init; }

    /// <summary>
    /// That number as a text; empty before the run is made. A run of a server that did not count them has no number, which is not none.
    /// </summary>
    /// <param name="format">Of the number.</param>
    public string WithoutPolicyText(string format = "#,0") =>
        Compliant is null ? "" : WithoutPolicy?.ToString(format, CultureInfo.InvariantCulture) ?? "not counted";

    /// <summary>How complete its data is, as its manifest says; empty before it is made, and for a run that did not keep it.</summary>
    public string Completeness { get; init; } = "";

    /// <summary>Of the zip, lower-case hex; also in the audit log.</summary>
    public string? Sha256 { get; init; }

    /// <summary>When it existed, by a time-stamping authority (RFC 3161); <see langword="null"/> without a stamp.</summary>
    public DateTimeOffset? Stamped { get; init; }

    /// <summary>The authority.</summary>
    public string? StampedBy { get; init; }

    /// <summary>Size of the zip.</summary>
    public long? Bytes { get; init; }

    /// <summary>Its file is deleted after this, unless a legal hold keeps it.</summary>
    public DateTimeOffset? KeepUntil { get; init; }

    /// <summary>The reason of the legal hold that keeps it; <see langword="null"/> for none.</summary>
    public string? Hold { get; init; }

    /// <summary>Who set the hold.</summary>
    public string? HoldBy { get; init; }

    /// <summary>Where else its file goes.</summary>
    public IReadOnlyList<RunDelivery> Deliveries { get; init; } = [];

    /// <summary>Statements about it, the oldest first.</summary>
    public IReadOnlyList<RunAttestation> Attestations { get; init; } = [];

    /// <summary>Links for readers without an account, the oldest first; without their secrets.</summary>
    public IReadOnlyList<ReaderLink> Links { get; init; } = [];
}

/// <summary>A place that a run's file is delivered to.</summary>
/// <param name="To">Folder or address.</param>
/// <param name="State">Whether it arrived.</param>
/// <param name="At">When it arrived or was given up; <see langword="null"/> while it waits.</param>
/// <param name="Text">The file's name there, or why it did not arrive yet.</param>
public sealed record RunDelivery(string To, DeliveryState State, DateTimeOffset? At, string Text);

/// <summary>Starts a run.</summary>
/// <param name="Reason">For the audit log.</param>
/// <param name="Query">A filter; without it every host.</param>
/// <param name="AsOf">An instant of the past; without it now.</param>
/// <param name="Since">Start of the listed changes; without it 30 days before.</param>
/// <param name="Formats">Further formats.</param>
/// <param name="KeepDays">How long its file is kept, 1 to 3,650 days; without it 400.</param>
public sealed record RunRequest(
    string Reason,
    string? Query = null,
    DateTimeOffset? AsOf = null,
    DateTimeOffset? Since = null,
    IReadOnlyList<string>? Formats = null,
    int? KeepDays = null
);
