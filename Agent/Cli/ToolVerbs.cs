using IwTune.Agent.Cli.Collecting;
using IwTune.Agent.Cli.Completion;
using IwTune.Agent.Cli.Dsc;
using IwTune.Agent.Cli.Enrolling;
using IwTune.Agent.Cli.Experiments;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Flights;
using IwTune.Agent.Cli.Laboratory;
using IwTune.Agent.Cli.Manual;
using IwTune.Agent.Cli.Metrics;
using IwTune.Agent.Cli.Predicting;
using IwTune.Agent.Cli.Probing;
using IwTune.Agent.Cli.Recommending;
using IwTune.Agent.Cli.Surveying;
using IwTune.Agent.Cli.Upgrading;
using IwTune.Agent.Cli.Verifying;
using IwTune.Agent.Cli.Watching;
using IwTune.Agent.Cli.WindowsChecking;

namespace IwTune.Agent.Cli;

/// <summary>What people and other programs call now and then: diagnosis, measurements, the fleet's administration, manual pages.</summary>
internal static class ToolVerbs
{
    public static (string Name, Func<CliContext, Verb> Create)[] All { get; } =
    [
        ("doctor", DoctorVerb.Create),
        ("collect", CollectVerb.Create),
        ("windows-check", WindowsCheckVerb.Create),
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
        ("fleet", FleetVerb.Create),
        ("package-source", PackageSourceVerb.Create),
        ("prepare-image", PrepareImageVerb.Create),
        ("metrics", MetricsVerb.Create),
        ("verify-export", VerifyExportVerb.Create),
        (DscVerb.Name, DscVerb.Create),
        ("completion", CompletionVerb.Create),
        ("man", ManVerb.Create),
    ];
}
