namespace IwTune.Shared.Model;

/// <summary>What a guardrail says against a window.</summary>
/// <param name="By">The guardrail.</param>
/// <param name="Text">What was found and what would help, as sentences.</param>
/// <param name="Refuses">True when the window must not be set; false when it deserves a thought.</param>
public sealed record Objection(Guardrail By, string Text, bool Refuses);
