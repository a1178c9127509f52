using System.Globalization;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Rollouts.Scheduling;

/// <summary>A time of the week in which rings may start: <c>mon-fri 09:00-16:30 Europe/Berlin</c>.</summary>
/// <remarks>
/// Times are local times of the zone. An hour that the clock skips in spring is in no window; one that it repeats in autumn is in it twice.
/// A window that ends before it begins ends on the next day and belongs to the day it begins on. 24:00 is the end of a day.
/// </remarks>
internal sealed record ChangeWindow
{
    private const string Form = "is days, hours and a zone, such as 'mon-fri 09:00-16:30 Europe/Berlin' or 'sat,sun 22:00-04:00 UTC'";
    private static readonly string[] Names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

    private readonly bool[] _days;
    private readonly int _from,
        _until;
    private readonly TimeZoneInfo _zone;

    private ChangeWindow(string text, bool[] days, int from, int until, TimeZoneInfo zone) =>
        (Text, _days, _from, _until, _zone) = (text, days, from, until, zone);

    public string Text { get; }

    /// <returns>The window, or what is wrong with the text.</returns>
    public static (ChangeWindow? Window, string Problem) Parse(string? text)
    {
        var words = (text ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (words.Length != 3)
            return (null, Form);
        if (Days(words[0]) is not { } days)
            return (null, $"'{words[0]}' is not a list of days; {Form}");
        if (
            words[1].Split('-') is not [var begin, var end]
            || Minute(begin) is not { } from
            || Minute(end) is not { } until
            || from == 24 * 60
        )
            return (null, $"'{words[1]}' is not a span of hours; {Form}");
        if (from == until)
            return (null, $"'{words[1]}' lasts no time; for whole days write 00:00-24:00");
        var (zone, problem) = TimeZones.Find(words[2]);
        return (zone is null ? null : new(string.Join(' ', words), days, from, until, zone), problem);
    }

    public bool Holds(DateTimeOffset now)
    {
        var there = TimeZoneInfo.ConvertTime(now, _zone);
        var minute = there.Hour * 60 + there.Minute;
        var today = (int)there.DayOfWeek;
        if (_from < _until)
            return _days[today] && minute >= _from && minute < _until;
        return _days[today] && minute >= _from || _days[(today + 6) % 7] && minute < _until;
    }

    /// <summary>When it opens next; <paramref name="now"/> when it is open.</summary>
    public DateTimeOffset Next(DateTimeOffset now)
    {
        if (Holds(now))
            return now;
        // By minutes and not by arithmetic on offsets: what a zone does to its clock is the zone's affair. A week has each minute once,
        // plus what DST takes.
        var at = new DateTimeOffset(now.Ticks - now.Ticks % TimeSpan.TicksPerMinute, now.Offset);
        for (var minutes = 0; minutes <= 15 * 24 * 60; minutes++)
        {
            at = at.AddMinutes(1);
            if (Holds(at))
                return at;
        }
        return at;
    }

    private static bool[]? Days(string text)
    {
        var days = new bool[7];
        foreach (var part in text.ToLowerInvariant().Split(','))
        {
            var ends = part.Split('-');
            var (first, last) = (Array.IndexOf(Names, ends[0]), Array.IndexOf(Names, ends[^1]));
            if (ends.Length > 2 || first < 0 || last < 0)
                return null;
            for (var day = first; ; day = (day + 1) % 7)
            {
                days[day] = true;
                if (day == last)
                    break;
            }
        }
        return days;
    }

    private static int? Minute(string text)
    {
        if (
            text.Length != 5
            || text[2] != ':'
            || !int.TryParse(text.AsSpan(0, 2), NumberStyles.None, CultureInfo.InvariantCulture, out var hour)
            || !int.TryParse(text.AsSpan(3), NumberStyles.None, CultureInfo.InvariantCulture, out var minute)
        )
            return null;
        return minute < 60 && (hour < 24 || hour == 24 && minute == 0) ? hour * 60 + minute : null;
    }
}
