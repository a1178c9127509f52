namespace IwTune.Soak.Passing;

/// <summary>Something that must have happened during the soak.</summary>
/// <param name="What">It, in words.</param>
/// <param name="Ok">True when it did.</param>
/// <param name="Seen">What that is read from.</param>
internal sealed record Passed(string What, bool Ok, string Seen);
