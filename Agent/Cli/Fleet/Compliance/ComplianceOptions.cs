using System.CommandLine;
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

    /// <summary>As the server reads it.</summary>
    public static string Text(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
