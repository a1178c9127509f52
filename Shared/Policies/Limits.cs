namespace IwTune.Shared.Policies;

/// <summary>Guardrails. A host's local limits file can only narrow them.</summary>
/// <param name="Max">
/// The largest initcwnd that may be set, in segments; <see langword="null"/> for no bound below <see cref="Window.Max"/>.
/// </param>
/// <param name="StepFactor">
/// By how much one change may multiply the window in force, written <c>step: x2</c>; <see langword="null"/> for no bound.
/// </param>
public sealed record Limits(int? Max, int? StepFactor)
{
    /// <summary>No guardrail.</summary>
    public static Limits None { get; } = new(null, null);

    /// <summary>The narrower of two limits, term by term.</summary>
    public Limits Narrow(Limits other) => new(Least(Max, other.Max), Least(StepFactor, other.StepFactor));

    private static int? Least(int? a, int? b) =>
        a is null ? b
        : b is null ? a
        : Math.Min(a.Value, b.Value);
}
