using System.Globalization;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Compliance.Days;

/// <summary>A day of a time zone: 23 to 25 hours.</summary>
/// <param name="From">Unix milliseconds.</param>
/// <param name="To">Where the next day begins, or now.</param>
internal sealed record DayQuestion(long From, long To)
{
    /// <returns>The day, or everything that is wrong with it.</returns>
    public static (DayQuestion? Day, IReadOnlyList<string> Problems) Parse(string? day, string? zone, TimeProvider clock)
    {
        var problems = new List<string>();
        var (found, unknown) = TimeZones.Find(string.IsNullOrWhiteSpace(zone) ? "UTC" : zone.Trim());
        if (found is null)
            problems.Add($"zone: {unknown}");
        if (!DateOnly.TryParseExact(day, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date))
            problems.Add($"day: '{day}' is not a day like 2026-11-14");
        if (problems.Count > 0)
            return (null, problems);
        var (from, to) = (Begin(date, found!), Begin(date.AddDays(1), found!));
        return from > clock.Now() ? (null, [$"day: {day} is in the future"]) : (new(from, Math.Min(to, clock.Now())), []);
    }

    /// <summary>Where the clock skips midnight, a day begins with the first moment after the gap.</summary>
    private static long Begin(DateOnly day, TimeZoneInfo zone)
    {
        var midnight = day.ToDateTime(TimeOnly.MinValue);
        while (zone.IsInvalidTime(midnight))
            midnight = midnight.AddMinutes(1);
        var offset = zone.IsAmbiguousTime(midnight) ? zone.GetAmbiguousTimeOffsets(midnight).Max() : zone.GetUtcOffset(midnight);
        return new DateTimeOffset(midnight, offset).ToUnixTimeMilliseconds();
    }
}
