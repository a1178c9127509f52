namespace IwTune.Server.Features.CheckIns;

/// <summary>A case of two machines with one identity, as the gate needs it.</summary>
/// <param name="CaseId">UUIDv7, text.</param>
/// <param name="QuarantinedRun">
/// The run of the agent that is not served; empty when the quarantined machine is known by its former secret alone.
/// </param>
/// <param name="KeptRun">The run that keeps the identity: no other may replace the secret they share.</param>
/// <param name="Found">When, unix milliseconds.</param>
/// <param name="Reason">What was seen, as a sentence.</param>
/// <param name="Adopted">True when the quarantined machine may become a host of its own.</param>
public sealed record SharedIdentity(string CaseId, string QuarantinedRun, string KeptRun, long Found, string Reason, bool Adopted);
