using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;

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

    /// <summary>By what was known when.</summary>
    public static Option<DateTimeOffset?> KnownAt() =>
        MomentOption.Create("--known-at", "By what was known then, without later reports about the past [default: all that is known]");

    /// <summary>As the server reads it.</summary>
    public static string Text(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
