using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Cli.Configuring;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Enrolling;
using IwTune.Agent.Cli.Probing;
using IwTune.Agent.Cli.Restoring;
using IwTune.Agent.Cli.Services;
using IwTune.Agent.Cli.Standing;
using IwTune.Agent.Cli.Verifying;
using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli;

/// <summary>What every host needs: the daemon, and the commands that look at its windows, change them and restore them.</summary>
internal static class HostVerbs
{
    public static (string Name, Func<CliContext, Verb> Create)[] All { get; } =
    [
        ("status", StatusVerb.Create),
        ("show", ShowVerb.Create),
        ("traffic", TrafficVerb.Create),
        ("plan", PlanVerb.Create),
        ("verify", VerifyVerb.Create),
        ("history", HistoryVerb.Create),
        ("explain-rollback", ExplainRollbackVerb.Create),
        ("config", ConfigVerb.Create),
        ("apply", ApplyVerb.Create),
        ("set", SetVerb.Create),
        ("confirm", ConfirmVerb.Create),
        (ConfirmWatcher.Verb, ConfirmWatchVerb.Create),
        (ContainerProbe.Verb, MeasureInsideVerb.Create),
        ("rollback", RollbackVerb.Create),
        ("hold", HoldVerb.Create),
        ("release", ReleaseVerb.Create),
        ("override", OverrideVerb.Create),
        ("cleanup", CleanupVerb.Create),
        ("enroll", EnrollVerb.Create),
        ("run", RunVerb.Create),
        ("unenroll", UnenrollVerb.Create),
        ("service", ServiceVerb.Create),
    ];

    /// <summary>True when one of them is called, or the version is asked for; false for all else, the list of commands too.</summary>
    public static bool Know(string[] args) =>
        Shorthand.Options(args) is [var first, ..] && (first == "--version" || Array.Exists(All, verb => verb.Name == first));
}
