using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Runs as a table.</summary>
internal static class RunsListVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "list", "Compliance runs, newest first");
        verb.Shows(
            context,
            _ => RunPaths.Runs,
            () => ComplianceJson.Default.IReadOnlyListComplianceRun,
            runs => Print(context.Terminal, runs)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<ComplianceRun> runs)
    {
        if (runs.Count == 0)
        {
            terminal.Out.WriteLine("No runs. 'iwtune fleet runs start --reason …' starts one.");
            return;
        }
        var table = new Table(
            ("STATE", Align.Left),
            ("AS OF", Align.Left),
            ("MADE FOR", Align.Left),
            ("COMPLIANT", Align.Right),
            ("WITHOUT POLICY", Align.Right),
            ("HOSTS", Align.Right),
            ("KEPT UNTIL", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var run in runs)
            table.Add(
                RunText.State(run),
                FleetText.Time(run.AsOf ?? run.Due),
                RunText.Cause(run),
                RunText.Number(run.Compliant),
                run.WithoutPolicyText("0"),
                RunText.Number(run.Hosts),
                run is { State: RunState.Kept, Hold: null, KeepUntil: { } until } ? FleetText.Time(until) : "",
                run.Id
            );
        table.Write(terminal);
    }
}
