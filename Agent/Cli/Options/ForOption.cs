using System.CommandLine;

namespace IwTune.Agent.Cli.Options;

/// <summary><c>--for</c> of a command that otherwise ends with Ctrl+C.</summary>
internal static class ForOption
{
    public static readonly Option<TimeSpan?> Option = DurationOption.Create(
        "--for",
        "End after this time",
        "30s",
        TimeSpan.FromMilliseconds(100),
        TimeSpan.FromHours(24)
    );

    /// <summary>Is cancelled after that time; never without the option.</summary>
    public static CancellationTokenSource Limit(ParseResult parsed, TimeProvider time) =>
        new(parsed.GetValue(Option) ?? Timeout.InfiniteTimeSpan, time);
}
