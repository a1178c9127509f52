namespace IwTune.Server.Console;

/// <summary>Moments and durations as people read them.</summary>
internal static class Moments
{
    /// <summary>
    /// One unit is enough to judge freshness: <c>4 s</c>, <c>2 min</c>, <c>3 h</c>, <c>12 d</c>. A moment in the future is a clock that
    /// differs, and says so.
    /// </summary>
    public static string Relative(TimeSpan age, bool ago = false)
    {
        var (size, future) = (age.Duration(), age < TimeSpan.FromSeconds(-5));
        var text = size switch
        {
            { TotalSeconds: < 60 } => $"{(int)size.TotalSeconds} s",
            { TotalMinutes: < 60 } => $"{(int)size.TotalMinutes} min",
            { TotalHours: < 48 } => $"{(int)size.TotalHours} h",
            _ => $"{(int)size.TotalDays} d",
        };
        if (future)
            return "in " + text;
        if (!ago)
            return text;
        return size.TotalSeconds < 2 ? "just now" : text + " ago";
    }

    /// <summary>The moment itself, in UTC.</summary>
    public static string Absolute(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'");

    /// <summary>The moment as files for programs have it (ISO 8601, UTC, whole seconds).</summary>
    public static string Portable(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ");
}
