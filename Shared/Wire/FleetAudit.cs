namespace IwTune.Shared.Wire;

/// <summary>One page of the audit log, newest first.</summary>
/// <param name="Entries">At most <c>limit</c> of them.</param>
/// <param name="Next">Number to pass as <c>before</c> for the next page; <see langword="null"/> on the last.</param>
public sealed record AuditPage(IReadOnlyList<AuditEntry> Entries, long? Next);

/// <summary>One change, who made it and why. Each entry's hash covers the hash of the one before.</summary>
/// <param name="Number">From 1, without gaps.</param>
/// <param name="At">When.</param>
/// <param name="Actor">Who: <c>user:admin</c>, <c>token:ci</c>, <c>host:ID</c>, <c>cli:root</c>, <c>server</c>.</param>
/// <param name="Action">What: <c>policy.publish</c>, <c>host.enrol</c>, <c>token.create</c>, …</param>
/// <param name="Subject">To what: <c>policy:edge</c>, <c>host:ID</c>, …</param>
/// <param name="Text">The change as a sentence.</param>
/// <param name="Reason">Why, as the actor gave it; empty when none was given.</param>
/// <param name="Hash">SHA-256 over the previous hash and this entry's canonical text, lower-case hex.</param>
public sealed record AuditEntry(
    long Number, DateTimeOffset At, string Actor, string Action, string Subject, string Text, string Reason, string Hash);

/// <summary>What computing the hash chain again showed.</summary>
/// <param name="Intact">True when every entry is as it was written and none is missing between the first and the last.</param>
/// <param name="Entries">Entries checked.</param>
/// <param name="Head">Hash of the last entry: keep it elsewhere to notice a cut tail.</param>
/// <param name="BrokenAt">The first entry that does not fit; <see langword="null"/> when intact.</param>
/// <param name="Text">The result as a sentence.</param>
public sealed record AuditVerification(bool Intact, long Entries, string Head, long? BrokenAt, string Text);
