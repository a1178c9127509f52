namespace IwTune.Shared.Compliance;

/// <summary>
/// Sums with instants that a host reports. A bundle that was applied by hand never expires: it is held until the last instant there is.
/// </summary>
internal static class FarInstant
{
    /// <summary>Later by a span, at most the last instant; <see langword="null"/> of none.</summary>
    public static DateTimeOffset? After(DateTimeOffset? at, TimeSpan span) =>
        at?.ToUniversalTime() is not { } known ? null
        : known > DateTimeOffset.MaxValue - span ? DateTimeOffset.MaxValue
        : known + span;
}
