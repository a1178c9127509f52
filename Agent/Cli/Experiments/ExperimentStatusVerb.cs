using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Experiments.Analysis;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>The results of an experiment so far.</summary>
internal static class ExperimentStatusVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "status", "Results of an experiment, with confidence intervals")
        {
            Details = """
                Connections are compared with others of similar size and round-trip time. TIME is how long a connection had data in
                flight. A confidence interval of 95 % is valid for one look at the result: repeated looks until an interval is clear make
                errors more frequent. The harm check has a schedule of its own, and allows for its repeated looks.
                """,
            Examples =
            [
                ("sudo iwtune experiment status", "the running one, or the last"),
                ("sudo iwtune experiment status --json", "every figure"),
            ],
        };
        verb.Add(ExperimentChoice.Argument);
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var store = new ExperimentStore(parsed.StateOf());
        var record = ExperimentChoice.Of(parsed, store);
        var analysis = record is null ? null : ExperimentChoice.Reading(parsed, () => Analysed(record, store));
        if (parsed.WantsJson())
            context.Terminal.Out.WriteJson(new ShownExperiment(record, analysis), ToolsJson.Shown.ShownExperiment);
        else if (record is null || analysis is null)
            context.Terminal.Out.WriteLine($"{ExperimentChoice.None} 'iwtune experiment start --help' shows how to start one.");
        else
            ExperimentPage.Write(context.Terminal, record, analysis, context.Time.GetUtcNow());
        return ExitCode.Fine;
    }

    private static ExperimentAnalysis Analysed(ExperimentRecord record, ExperimentStore store) =>
        ExperimentAnalysis.Of(record.Plan, store.Samples(record.Plan.Id), ended: !record.Runs);
}
