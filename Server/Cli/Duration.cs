using System.Globalization;

namespace IwTune.Server.Cli;

/// <summary>Reads <c>90s</c>, <c>15m</c>, <c>1h</c>, <c>7d</c>.</summary>
internal static class Duration
{
    public static bool TryParse(string text, out TimeSpan duration)
    {
        duration = TimeSpan.Zero;
        if (text.Length < 2 || !long.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var count) || count > 1_000_000)
            return false;
        duration = text[^1] switch
        {
            's' => TimeSpan.FromSeconds(count),
            'm' => TimeSpan.FromMinutes(count),
            'h' => TimeSpan.FromHours(count),
            'd' => TimeSpan.FromDays(count),
            _ => TimeSpan.Zero,
        };
        return duration > TimeSpan.Zero;
    }
}
