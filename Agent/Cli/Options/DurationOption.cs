using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace IwTune.Agent.Cli.Options;

/// <summary>Times as people write them: <c>90s</c>, <c>2m</c>, <c>61ms</c>, <c>1h</c>, <c>1d</c>.</summary>
internal static class DurationOption
{
    private static readonly (string Unit, double Seconds)[] Units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400)];

    /// <summary>An option whose value lies between two times, both included.</summary>
    public static Option<TimeSpan?> Create(string name, string description, string example, TimeSpan least, TimeSpan most) =>
        new(name)
        {
            HelpName = "TIME",
            Description = description,
            CustomParser = result => Parse(result, name, example, least, most),
        };

    private static TimeSpan? Parse(ArgumentResult result, string name, string example, TimeSpan least, TimeSpan most)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        if (Read(text) is { } time && time >= least && time <= most)
            return time;
        result.AddError(
            $"{name} '{text}': write a number and a unit (ms, s, m, h, d), as in {example}; from {Write(least)} to {Write(most)}."
        );
        return null;
    }

    internal static TimeSpan? Read(string text)
    {
        foreach (var (unit, seconds) in Units)
        {
            if (
                text.EndsWith(unit, StringComparison.Ordinal)
                && double.TryParse(
                    text.AsSpan(0, text.Length - unit.Length),
                    NumberStyles.AllowDecimalPoint,
                    CultureInfo.InvariantCulture,
                    out var number
                )
                && number * seconds < TimeSpan.MaxValue.TotalSeconds
            )
                return TimeSpan.FromSeconds(number * seconds);
        }
        return null;
    }

    private static string Write(TimeSpan time) =>
        time.TotalSeconds < 1 ? $"{time.TotalMilliseconds}ms"
        : time.TotalMinutes < 1 ? $"{time.TotalSeconds}s"
        : time.TotalHours < 1 ? $"{time.TotalMinutes}m"
        : time.TotalDays < 2 || time.TotalDays % 1 > 0 ? $"{time.TotalHours}h"
        : $"{time.TotalDays}d";
}
