using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace IwTune.Agent.Cli.Fleet.Compliance;

/// <summary>Options that several verbs about compliance have.</summary>
internal static class ComplianceOptions
{
    public static Option<string> Query() =>
        new("--query", "-q")
        {
            Description = "Only hosts that match, as in the console: os:linux label:edge state:stale, part of a name",
            HelpName = "TEXT",
        };

    public static Option<DateTimeOffset?> Instant(string name, string description) =>
        new(name)
        {
            Description = description,
            HelpName = "T",
            CustomParser = result => Parse(result, name),
        };

    /// <summary>As the server reads it.</summary>
    public static string Text(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);

    private static DateTimeOffset? Parse(ArgumentResult result, string name)
    {
        var text = result.Tokens.Count > 0 ? result.Tokens[0].Value : "";
        if (
            DateTimeOffset.TryParse(
                text,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
                out var at
            )
        )
            return at;
        result.AddError($"{name} '{text}': write an instant as in 2026-11-14T09:30Z; without a zone it is UTC.");
        return null;
    }
}
