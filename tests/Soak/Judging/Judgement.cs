namespace IwTune.Soak.Judging;

/// <summary>Whether a rule held, and what that is read from.</summary>
/// <param name="Held">True when it did.</param>
/// <param name="Seen">The figures, for the table.</param>
internal sealed record Judgement(bool Held, string Seen);
