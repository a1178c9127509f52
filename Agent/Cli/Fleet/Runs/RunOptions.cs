using System.CommandLine;

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

    public static Option<int?> Days() => new("--keep") { Description = "Days to keep the file [default: 400]", HelpName = "DAYS" };
}
