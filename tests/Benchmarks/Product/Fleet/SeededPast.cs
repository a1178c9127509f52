namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>The history of a seeded fleet.</summary>
/// <param name="Days">How long ago its hosts enrolled, days.</param>
/// <param name="Hour">The hour, from now, at which a host drifts; <see langword="null"/> for a host that never does.</param>
internal sealed record SeededPast(int Days, Func<int, int?> Hour)
{
    private const int DayHours = 24;

    /// <summary>One in three drifted for an hour within the last week.</summary>
    public static SeededPast Week { get; } = new(30, number => number % 3 == 0 ? -(6 * DayHours + 20) + number % (6 * DayHours) : null);

    /// <summary>On each of 90 days another hundredth of the hosts drifted for an hour.</summary>
    public static SeededPast Quarter { get; } =
        new(91, number => number % 100 is > 0 and <= 90 and var day ? -day * DayHours + number / 100 % (DayHours - 2) : null);
}
