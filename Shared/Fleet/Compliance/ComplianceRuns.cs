using System.Globalization;
using System.Text.Json.Serialization;
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

/// <summary>A signed statement about a run.</summary>
/// <param name="By">Who made it.</param>
/// <param name="At">When.</param>
/// <param name="Statement">In the person's words.</param>
public sealed record RunAttestation(string By, DateTimeOffset At, string Statement);

/// <summary>A link by which a reader without an account gets one run.</summary>
public sealed record ReaderLink
{
    /// <summary>UUIDv7; not its secret.</summary>
    public required string Id { get; init; }

    /// <summary>Who made it.</summary>
    public required string Author { get; init; }

    /// <summary>For whom or for what.</summary>
    public required string Reason { get; init; }

    /// <summary>When it was made.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>It is refused from then on.</summary>
    public required DateTimeOffset Expires { get; init; }

    /// <summary>When it was revoked.</summary>
    public DateTimeOffset? Revoked { get; init; }

    /// <summary>How often its page was opened or its file downloaded.</summary>
    public int Used { get; init; }

    /// <summary>The last time.</summary>
    public DateTimeOffset? LastUsed { get; init; }
}

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

/// <summary>When runs are made without being asked for.</summary>
public sealed record RunSchedule
{
    /// <summary>UUIDv7.</summary>
    public required string Id { get; init; }

    /// <summary>Lower-case letters, digits and hyphens; files are called by it.</summary>
    public required string Name { get; init; }

    /// <summary>Five fields of cron; <see langword="null"/> when only rollouts start its runs.</summary>
    public string? Cron { get; init; }

    /// <summary>The time zone of <see cref="Cron"/>, an IANA name.</summary>
    public required string Zone { get; init; }

    /// <summary>Also when a rollout is completed.</summary>
    public required bool AfterRollouts { get; init; }

    /// <summary>The filter; empty for every host.</summary>
    public string Query { get; init; } = "";

    /// <summary>The names of further formats.</summary>
    public IReadOnlyList<string> Formats { get; init; } = [];

    /// <summary>How long each file is kept.</summary>
    public required int KeepDays { get; init; }

    /// <summary>Whether each file is also written to the server's <c>--export-folder</c>.</summary>
    public required bool Folder { get; init; }

    /// <summary>Who gets each file by e-mail.</summary>
    public IReadOnlyList<string> Mail { get; init; } = [];

    /// <summary>Wherever each file goes, for people.</summary>
    [JsonIgnore]
    public string SentTo => string.Join(", ", Folder ? Mail.Prepend("folder") : Mail);

    /// <summary>Who made it.</summary>
    public required string Author { get; init; }

    /// <summary>When it was made.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>The next time by <see cref="Cron"/>.</summary>
    public DateTimeOffset? Next { get; init; }
}

/// <summary>Makes a schedule.</summary>
/// <param name="Name">Lower-case letters, digits and hyphens.</param>
/// <param name="Reason">For the audit log.</param>
/// <param name="Cron">Five fields of cron: <c>0 6 * * mon</c>.</param>
/// <param name="Zone">An IANA time zone; without it UTC.</param>
/// <param name="AfterRollouts">Also when a rollout is completed.</param>
/// <param name="Query">A filter; without it every host.</param>
/// <param name="Formats">Further formats.</param>
/// <param name="KeepDays">1 to 3,650 days; without it 400.</param>
/// <param name="Folder">Also write each file to the server's <c>--export-folder</c>.</param>
/// <param name="Mail">Send each file to these addresses, at most 10, where the server has a mail server (<c>--smtp</c>).</param>
public sealed record ScheduleRequest(
    string Name,
    string Reason,
    string? Cron = null,
    string? Zone = null,
    bool AfterRollouts = false,
    string? Query = null,
    IReadOnlyList<string>? Formats = null,
    int? KeepDays = null,
    bool Folder = false,
    IReadOnlyList<string>? Mail = null
);

/// <summary>Makes a statement about a run, which the server signs.</summary>
/// <param name="Statement">In the person's words: "I reviewed this export; the exceptions are justified."</param>
public sealed record AttestRequest(string Statement);

/// <summary>Makes a link for a reader without an account.</summary>
/// <param name="Reason">For whom or for what.</param>
/// <param name="Days">1 to 90.</param>
public sealed record ReaderLinkRequest(string Reason, int Days);

/// <summary>A new link.</summary>
/// <param name="Path">Its path on this server, with the secret; it is not shown again.</param>
/// <param name="Link">What is kept of it.</param>
public sealed record CreatedReaderLink(string Path, ReaderLink Link);
