using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// What a run may delete: data of before the ends that its periods had when it began. Each transaction reads the periods again, because a
/// person may lengthen one while a run of many hosts deletes.
/// </summary>
/// <param name="History">The end of old history, unix milliseconds; <see langword="null"/> when it is kept forever.</param>
/// <param name="Reports">The same for reports.</param>
/// <param name="Audit">The same for the audit log.</param>
internal sealed record PeriodEnds(long? History, long? Reports, long? Audit)
{
    private const long Day = 86_400_000;

    public static PeriodEnds Of(RetentionRow row, ServerOptions options, long now)
    {
        var periods = row.InForce(options);
        return new(Before(now, periods.History), Before(now, periods.Reports), Before(now, periods.Audit));
    }

    /// <summary>The earlier of each end and of what the periods in force say now; a shorter period waits for the next run.</summary>
    public async Task<PeriodEnds> StillAsync(DbSession db, ServerOptions options, long now)
    {
        var then = Of(await RetentionQueries.FindAsync(db), options, now);
        return new(Earlier(History, then.History), Earlier(Reports, then.Reports), Earlier(Audit, then.Audit));
    }

    private static long? Earlier(long? one, long? other) => one is { } first && other is { } second ? Math.Min(first, second) : null;

    private static long? Before(long now, int? days) => now - (days * Day);
}
