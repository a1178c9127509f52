using System.CommandLine;

namespace IwTune.Server.Cli;

internal static class ServerDurationOption
{
    public static Option<Duration> Create(string name, string description, TimeSpan standard) =>
        new(name)
        {
            Description = description,
            HelpName = "TIME",
            DefaultValueFactory = _ => new Duration(standard),
            CustomParser = result =>
            {
                if (!Duration.TryParse(result.Tokens[0].Value, out var duration))
                    result.AddError($"{name}: '{result.Tokens[0].Value}' is not a time like 90s, 15m, 1h or 7d");
                return duration;
            },
        };
}
