using System.CommandLine;
using System.CommandLine.Parsing;

namespace IwTune.Server.Cli;

internal static class ServerDurationOption
{
    public static Option<Duration> Create(string name, string description, TimeSpan standard) =>
        new(name)
        {
            Description = description,
            HelpName = "TIME",
            DefaultValueFactory = _ => new Duration(standard),
            CustomParser = result => Read(result, name) ?? default,
        };

    /// <summary>One without a default.</summary>
    public static Option<Duration?> CreateOptional(string name, string description) =>
        new(name)
        {
            Description = description,
            HelpName = "TIME",
            CustomParser = result => Read(result, name),
        };

    private static Duration? Read(ArgumentResult result, string name)
    {
        if (Duration.TryParse(result.Tokens[0].Value, out var duration))
            return duration;
        result.AddError($"{name}: '{result.Tokens[0].Value}' is not a time like 90s, 15m, 1h or 7d");
        return null;
    }
}
