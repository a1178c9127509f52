using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Runs as a table.</summary>
internal static class RunsListVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Compliance runs, newest first").Lists(
            context,
            _ => RunPaths.Runs,
            () => ComplianceJson.Default.IReadOnlyListComplianceRun,
            "No runs. 'iwtune fleet runs start --reason …' starts one.",
            [
                new("STATE", RunText.State),
                new("AS OF", run => FleetText.Time(run.AsOf ?? run.Due)),
                new("MADE FOR", run => RunText.Cause(run)),
                new("COMPLIANT", run => RunText.Number(run.Compliant), Align.Right),
                new("WITHOUT POLICY", run => run.WithoutPolicyText("0"), Align.Right),
                new("HOSTS", run => RunText.Number(run.Hosts), Align.Right),
                new("KEPT UNTIL", KeptUntil),
                new("ID", run => run.Id),
            ]
        );

    private static Cell KeptUntil(ComplianceRun run) =>
        run is { State: RunState.Kept, Hold: null, KeepUntil: { } until } ? FleetText.Time(until) : "";
}
