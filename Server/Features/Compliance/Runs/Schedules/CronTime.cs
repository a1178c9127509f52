using Cronos;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Compliance.Runs.Schedules;

/// <summary>
/// The times of a schedule. At the change to summer time a time that the clock skips is the first moment after the gap; at the change back
/// a fixed time comes once, and a repeated one (<c>*</c>, <c>*/n</c>) as often as the clock shows it (Cronos, as in Vixie cron).
/// </summary>
internal sealed class CronTime
{
    private readonly CronExpression _expression;
    private readonly TimeZoneInfo _zone;

    private CronTime(CronExpression expression, TimeZoneInfo zone) => (_expression, _zone) = (expression, zone);

    /// <returns>The times, or why there are none.</returns>
    public static (CronTime? Time, string Path, string Problem) Parse(string cron, string zone)
    {
        var (found, unknown) = TimeZones.Find(zone);
        if (found is null)
            return (null, "zone", unknown);
        if (!CronExpression.TryParse(cron, out var expression))
            return (
                null,
                "cron",
                $"'{cron}' is no cron expression of five fields (minute hour day month weekday), such as '0 6 * * mon' or '30 2 1 * *'"
            );
        return (new(expression, found), "", "");
    }

    /// <returns>Unix milliseconds of the first time after an instant; <see langword="null"/> when there is none.</returns>
    public long? After(long at) =>
        _expression.GetNextOccurrence(DateTimeOffset.FromUnixTimeMilliseconds(at), _zone)?.ToUnixTimeMilliseconds();
}
