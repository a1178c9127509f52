using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Audit;

/// <summary>One page of the audit log, newest first.</summary>
/// <param name="Entries">At most <c>limit</c> of them.</param>
/// <param name="Next">Number to pass as <c>before</c> for the next page; <see langword="null"/> on the last.</param>
public sealed record AuditPage(IReadOnlyList<AuditEntry> Entries, long? Next)
{
    /// <summary>The names of hosts that are subjects of these entries, by id.</summary>
    public IReadOnlyDictionary<string, string> HostNames
    {
        get;
        init => field = value ?? new Dictionary<string, string>();
    } = new Dictionary<string, string>();
}

/// <summary>
/// One change, or a reading that left the server, with its actor and reason. Each entry's hash covers the hash of the one before.
/// </summary>
/// <param name="Number">From 1, without gaps.</param>
/// <param name="At">When.</param>
/// <param name="Actor">Who: <c>user:admin</c>, <c>token:ci</c>, <c>host:ID</c>, <c>cli:root</c>, <c>server</c>.</param>
/// <param name="Action">What: <c>policy.publish</c>, <c>host.enrol</c>, <c>token.create</c>, …</param>
/// <param name="Subject">To what: <c>policy:edge</c>, <c>host:ID</c>, …</param>
/// <param name="Text">The change as a sentence.</param>
/// <param name="Reason">Why, as the actor gave it; empty when none was given.</param>
/// <param name="Hash">SHA-256 over the previous hash and this entry's canonical text (<see cref="AuditChain"/>), lower-case hex.</param>
public sealed record AuditEntry(
    long Number,
    DateTimeOffset At,
    string Actor,
    string Action,
    string Subject,
    string Text,
    string Reason,
    string Hash
)
{
    /// <summary>
    /// From where: the peer's address and its program; empty for what the server did itself, and for entries older than this field.
    /// </summary>
    public string Source
    {
        get;
        init => field = value ?? "";
    } = "";
}

/// <summary>What computing the hash chain again showed.</summary>
/// <param name="Intact">True when every entry is unchanged, none is missing, and every checkpoint fits.</param>
/// <param name="Entries">Entries checked.</param>
/// <param name="Head">Hash of the last entry: keep it elsewhere to notice a cut tail.</param>
/// <param name="BrokenAt">The first entry that does not fit; <see langword="null"/> when intact.</param>
/// <param name="Text">The result as a sentence.</param>
public sealed record AuditVerification(bool Intact, long Entries, string Head, long? BrokenAt, string Text)
{
    /// <summary>Signed checkpoints that were checked.</summary>
    public int Checkpoints { get; init; }

    /// <summary>Entries the last of them covers.</summary>
    public long Signed { get; init; }

    /// <summary>Id of the key that signed them; empty without any.</summary>
    public string Key
    {
        get;
        init => field = value ?? "";
    } = "";
}

/// <summary>
/// The head of the chain at one moment, signed by the server's audit key. Kept elsewhere, it shows a chain that was made anew.
/// </summary>
/// <param name="Entries">Number of the last entry it covers.</param>
/// <param name="Head">Its hash.</param>
/// <param name="At">When it was signed.</param>
/// <param name="Previous">SHA-256 of the payload of the checkpoint before, lower-case hex; empty for the first.</param>
public sealed record AuditCheckpoint(long Entries, string Head, DateTimeOffset At, string Previous)
{
    /// <summary>Payload type of a checkpoint in its <see cref="Envelope"/>.</summary>
    public const string Type = "application/vnd.iwtune.audit-checkpoint.v1+json";
}

/// <summary>How far the log is signed, and copied to where this server's administrator does not own it.</summary>
/// <param name="Entries">Entries of the log.</param>
/// <param name="Head">Hash of the last.</param>
/// <param name="Key">The key that signs; compare its id with what an auditor noted.</param>
/// <param name="Checkpoint">The latest signed checkpoint; <see langword="null"/> before the first.</param>
/// <param name="Signed">Entries it covers.</param>
/// <param name="SignedAt">When.</param>
/// <param name="Sinks">Where the log is copied to.</param>
public sealed record AuditStanding(
    long Entries,
    string Head,
    SigningKey Key,
    Envelope? Checkpoint,
    long Signed,
    DateTimeOffset? SignedAt,
    IReadOnlyList<AuditSinkStanding> Sinks
);

/// <summary>One copy.</summary>
/// <param name="Name">The file, or the address that receives it.</param>
/// <param name="Entries">The last entry it has.</param>
/// <param name="DeliveredAt">When it last accepted something.</param>
/// <param name="Problem">Why it accepts nothing now; empty while it does.</param>
public sealed record AuditSinkStanding(string Name, long Entries, DateTimeOffset? DeliveredAt, string Problem);

/// <summary>One line of a copy of the log: exactly one of the three is present.</summary>
/// <param name="Trail">The first line of a copy, and of each delivery to an address.</param>
/// <param name="Entry">An entry, in order.</param>
/// <param name="Checkpoint">An <see cref="AuditCheckpoint"/> in its envelope, right after the last entry it covers.</param>
public sealed record AuditLine(AuditTrail? Trail = null, AuditEntry? Entry = null, Envelope? Checkpoint = null);

/// <summary>What a copy begins with.</summary>
/// <param name="Version">1.</param>
/// <param name="Key">The key that signs checkpoints: a reader who noted its id elsewhere does not depend on this line.</param>
/// <param name="After">The entry before the first one of this copy; 0 from the beginning.</param>
/// <param name="Previous">Its hash; empty from the beginning.</param>
public sealed record AuditTrail(int Version, SigningKey Key, long After, string Previous);
