using System.Globalization;

namespace IwTune.Server.Cli;

/// <summary>A time as people write it: <c>90s</c>, <c>15m</c>, <c>1h</c>, <c>7d</c>.</summary>
internal readonly record struct Duration(TimeSpan Time)
{
    private const long Most = 1_000_000;

    public static bool TryParse(string text, out Duration duration)
    {
        duration = default;
        if (
            text.Length < 2
            || !long.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            || count > Most
        )
            return false;
        duration = new(
            text[^1] switch
            {
                's' => TimeSpan.FromSeconds(count),
                'm' => TimeSpan.FromMinutes(count),
                'h' => TimeSpan.FromHours(count),
                'd' => TimeSpan.FromDays(count),
                _ => TimeSpan.Zero,
            }
        );
        return duration.Time > TimeSpan.Zero;
    }

    /// <summary>In the largest unit that fits without a rest, as help shows it.</summary>
    public override string ToString() =>
        Time switch
        {
            { TotalDays: >= 1 } when Time.Ticks % TimeSpan.TicksPerDay == 0 => $"{Time.TotalDays}d",
            { TotalHours: >= 1 } when Time.Ticks % TimeSpan.TicksPerHour == 0 => $"{Time.TotalHours}h",
            { TotalMinutes: >= 1 } when Time.Ticks % TimeSpan.TicksPerMinute == 0 => $"{Time.TotalMinutes}m",
            _ => $"{Time.TotalSeconds}s",
        };
}
