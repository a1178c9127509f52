namespace IwTune.Server.Console;

/// <summary>Days that people often ask for, by the calendar of the zone that today is of.</summary>
internal static class DayPresets
{
    /// <summary>Spans up to now or up to the beginning of a month.</summary>
    public static IReadOnlyList<DaySpan> Spans(DateOnly today)
    {
        var (month, quarter) = (Month(today), Quarter(today));
        return
        [
            new("Today", today, today.AddDays(1)),
            new("Yesterday", today.AddDays(-1), today),
            new("7 days", today.AddDays(-6), today.AddDays(1)),
            new("Last month", month.AddMonths(-1), month),
            new("Last quarter", quarter.AddMonths(-3), quarter),
        ];
    }

    /// <summary>Ends of spans that are over: an instant is the midnight at which the named day began.</summary>
    public static IReadOnlyList<(string Title, DateOnly At)> Ends(DateOnly today) =>
        [("End of yesterday", today), ("End of last month", Month(today)), ("End of last quarter", Quarter(today))];

    private static DateOnly Month(DateOnly day) => new(day.Year, day.Month, 1);

    private static DateOnly Quarter(DateOnly day) => new(day.Year, ((day.Month - 1) / 3 * 3) + 1, 1);
}

/// <summary>Whole days.</summary>
/// <param name="Title">What people call it.</param>
/// <param name="Since">The first.</param>
/// <param name="Before">The day after the last.</param>
internal sealed record DaySpan(string Title, DateOnly Since, DateOnly Before);
