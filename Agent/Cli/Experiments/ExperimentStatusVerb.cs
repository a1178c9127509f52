using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
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
                Connections are compared with others of about their size and round-trip time. Time is how long a connection had data
                on its way. Intervals hold the truth in 95 of 100 experiments that are looked at once; looking every hour until one is
                clear is not that. The harm check has its own schedule and counts its looks.
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
        var analysis = ExperimentChoice.Reading(parsed, () => Analysed(record, store));
        if (parsed.WantsJson())
            context.Terminal.Out.WriteJson(new ShownExperiment(record, analysis), ToolsJson.Shown.ShownExperiment);
        else
            ExperimentPage.Write(context.Terminal, record, analysis, context.Time.GetUtcNow());
        return ExitCode.Fine;
    }

    private static ExperimentAnalysis Analysed(ExperimentRecord record, ExperimentStore store) =>
        ExperimentAnalysis.Of(record.Plan, store.Samples(record.Plan.Id), ended: !record.Runs);
}
