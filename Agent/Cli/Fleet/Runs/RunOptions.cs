using System.CommandLine;
using IwTune.Shared.Compliance.Exports.Formats;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Arguments and options that several verbs about runs have.</summary>
internal static class RunOptions
{
    public static Argument<string> Id() => new("RUN") { Description = "Its id, as 'iwtune fleet runs list' shows it" };

    public static Option<string> Reason() =>
        new("--reason")
        {
            HelpName = "TEXT",
            Description = "Why; the audit log keeps it",
            Required = true,
        };

    public static Option<string> Formats() =>
        new("--formats") { Description = $"More files: {ExportFormat.Names}, or {ExportFormat.Every}", HelpName = "LIST" };

    public static Option<int?> Days() => new("--keep") { Description = "Keep the file for so many days [default: 400]", HelpName = "DAYS" };

    /// <exception cref="UsageException">A name is unknown.</exception>
    public static IReadOnlyList<string>? Read(string? formats)
    {
        if (formats is null)
            return null;
        var (found, problems) = ExportFormat.Parse([formats]);
        return problems.Count == 0
            ? [.. found.Select(format => format.Name)]
            : throw new UsageException($"--{string.Join("; ", problems)}.");
    }
}
