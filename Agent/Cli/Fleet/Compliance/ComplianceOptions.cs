using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Compliance.Exports.Formats;

namespace IwTune.Agent.Cli.Fleet.Compliance;

/// <summary>Options that several verbs about compliance have.</summary>
internal static class ComplianceOptions
{
    public static Option<string> Query() =>
        new("--query", "-q")
        {
            Description = "Only hosts that match, as in the console: os:linux label:edge verdict:stale, part of a name",
            HelpName = "TEXT",
        };

    /// <summary>By what was known when.</summary>
    public static Option<DateTimeOffset?> KnownAt() =>
        MomentOption.Create("--known-at", "By what was known then, without later reports about the past [default: all that is known]");

    /// <summary>Further formats of an export.</summary>
    public static Option<string> Formats() =>
        new("--formats") { Description = $"More files: {ExportFormat.Names}, or {ExportFormat.Every} (without cklb)", HelpName = "LIST" };

    /// <summary>The names in a list of formats; <see langword="null"/> for none.</summary>
    /// <exception cref="UsageException">A name is unknown; the message ends with what was not done.</exception>
    public static IReadOnlyList<string>? Read(string? formats, string undone)
    {
        if (formats is null)
            return null;
        var (found, problems) = ExportFormat.Parse([formats]);
        return problems.Count == 0
            ? [.. found.Select(format => format.Name)]
            : throw new UsageException($"--{string.Join("; ", problems)}. {undone}");
    }

    /// <summary>As the server reads it.</summary>
    public static string Text(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
