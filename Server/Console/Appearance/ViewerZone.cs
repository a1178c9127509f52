using System.Globalization;
using System.Text.RegularExpressions;

namespace IwTune.Server.Console.Appearance;

/// <summary>
/// The time zone in which a viewer reads and enters times: the browser's, which its script tells in a cookie. Without it, UTC.
/// </summary>
/// <param name="zone">The zone.</param>
internal sealed partial class ViewerZone(TimeZoneInfo zone)
{
    public const string Cookie = "__Host-iwtune-zone";

    private const int LongestName = 64;
    private const DateTimeStyles Universal = DateTimeStyles.AssumeUniversal;

    /// <summary>IANA's name of the zone, such as <c>Europe/Berlin</c>.</summary>
    public string Name => zone.HasSameRules(TimeZoneInfo.Utc) ? "UTC" : zone.Id;

    public static ViewerZone Of(HttpContext? context) =>
        new(
            context?.Request.Cookies[Cookie] is { Length: > 0 and <= LongestName } name
            && TimeZoneInfo.TryFindSystemTimeZoneById(Uri.UnescapeDataString(name), out var zone)
                ? zone
                : TimeZoneInfo.Utc
        );

    public DateOnly Today(DateTimeOffset now) => DateOnly.FromDateTime(At(now).DateTime);

    /// <summary>The moment by the viewer's clock: <c>2026-11-26 19:30:00</c>.</summary>
    public string Text(DateTimeOffset moment) => At(moment).ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);

    /// <summary>The same where nothing beside it names the zone: <c>2026-11-26 19:30:00 UTC+01:00</c>.</summary>
    public string Full(DateTimeOffset moment)
    {
        var local = At(moment);
        var offset = local.Offset == TimeSpan.Zero ? "" : local.ToString("zzz", CultureInfo.InvariantCulture);
        return $"{Text(moment)} UTC{offset}";
    }

    /// <summary>A sentence whose moments are in UTC, as records have them, with the viewer's.</summary>
    public string Localise(string sentence) =>
        UtcMoment()
            .Replace(sentence, found => Full(DateTimeOffset.Parse(found.Groups["moment"].Value, CultureInfo.InvariantCulture, Universal)));

    /// <summary>The day of an instant by the viewer's calendar, as a field for a date has it; other text as it is.</summary>
    public string? Day(string? instant) =>
        DateTimeOffset.TryParse(instant, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment)
            ? At(moment).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)
            : instant;

    /// <summary>The minute by the viewer's clock, as a field for a date and time has it.</summary>
    public string Minute(DateTimeOffset moment) => At(moment).ToString("yyyy-MM-dd'T'HH:mm", CultureInfo.InvariantCulture);

    /// <summary>The beginning of a day, as an address has it: with the offset, so that it means the same to every reader.</summary>
    public string Midnight(DateOnly day) => Instant(day.ToDateTime(TimeOnly.MinValue));

    /// <summary>What the viewer entered, with the offset; text that has one, or is no time, stays as it is.</summary>
    public string? Resolve(string? entered) =>
        DateTime.TryParseExact(
            entered,
            ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd'T'HH:mm:ss"],
            CultureInfo.InvariantCulture,
            DateTimeStyles.None,
            out var local
        )
            ? Instant(local)
            : entered;

    private DateTimeOffset At(DateTimeOffset moment) => TimeZoneInfo.ConvertTime(moment, zone);

    [GeneratedRegex(@"\b(?<moment>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC\b", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex UtcMoment();

    // An hour that occurs twice in autumn is the later one; one that is skipped in spring begins when the clock is put forward.
    private string Instant(DateTime local)
    {
        var offset = zone.GetUtcOffset(local);
        return offset == TimeSpan.Zero
            ? local.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture)
            : new DateTimeOffset(local, offset).ToString("yyyy-MM-dd'T'HH:mm:sszzz", CultureInfo.InvariantCulture);
    }
}
