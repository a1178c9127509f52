using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Collecting;
using IwTune.Agent.Cli.Completion;
using IwTune.Agent.Cli.Configuring;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Dsc;
using IwTune.Agent.Cli.Experiments;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Manual;
using IwTune.Agent.Cli.Recommending;
using IwTune.Agent.Cli.Services;
using IwTune.Agent.Cli.Verifying;
using IwTune.Agent.Cli.WindowsChecking;
using IwTune.Agent.Local;

// The terminal first: anything opened before it may get the number of a standard stream that was closed.
var context = CliContext.OfThisProcess();
using var termination = new Termination();
return await CommandLine.RunAsync(args, context with { Stop = termination.Token }, Verbs);

/// <summary>The commands, in the order of the help.</summary>
internal sealed partial class Program
{
    internal static (string Name, Func<CliContext, Verb> Create)[] Verbs { get; } =
    [
        ("status", StatusVerb.Create),
        ("show", ShowVerb.Create),
        ("traffic", TrafficVerb.Create),
        ("plan", PlanVerb.Create),
        ("verify", VerifyVerb.Create),
        ("history", HistoryVerb.Create),
        ("doctor", DoctorVerb.Create),
        ("explain-rollback", ExplainRollbackVerb.Create),
        ("collect", CollectVerb.Create),
        ("windows-check", WindowsCheckVerb.Create),
        ("config", ConfigVerb.Create),
        ("apply", ApplyVerb.Create),
        ("set", SetVerb.Create),
        ("confirm", ConfirmVerb.Create),
        (ConfirmWatcher.Verb, ConfirmWatchVerb.Create),
        ("rollback", RollbackVerb.Create),
        ("hold", HoldVerb.Create),
        ("release", ReleaseVerb.Create),
        ("override", OverrideVerb.Create),
        ("cleanup", CleanupVerb.Create),
        ("probe", ProbeVerb.Create),
        ("survey", SurveyVerb.Create),
        ("watch", WatchVerb.Create),
        ("rtt", RttVerb.Create),
        ("flight", FlightVerb.Create),
        ("predict", PredictVerb.Create),
        ("lab", LabVerb.Create),
        ("visible", VisibleVerb.Create),
        ("recommend", RecommendVerb.Create),
        ("sample-size", SampleSizeVerb.Create),
        ("experiment", ExperimentVerb.Create),
        ("enroll", EnrollVerb.Create),
        ("run", RunVerb.Create),
        ("unenroll", UnenrollVerb.Create),
        ("service", ServiceVerb.Create),
        ("fleet", FleetVerb.Create),
        ("verify-export", VerifyExportVerb.Create),
        ("dsc", DscVerb.Create),
        ("completion", CompletionVerb.Create),
        ("man", ManVerb.Create),
    ];
}
