namespace IwTune.Shared.Fleet.Compliance;

/// <summary>A signed statement about a run.</summary>
/// <param name="By">Who made it.</param>
/// <param name="At">When.</param>
/// <param name="Statement">In the person's words.</param>
public sealed record RunAttestation(string By, DateTimeOffset At, string Statement);

/// <summary>Makes a statement about a run, which the server signs.</summary>
/// <param name="Statement">In the person's words: "I reviewed this export; the exceptions are justified."</param>
public sealed record AttestRequest(string Statement);
