using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.Experiments;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>The experiments of this host.</summary>
internal static class ExperimentListVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "list", "The experiments of this host, the latest last")
        {
            Details = $"The last {ExperimentStore.Kept} are kept, with their samples.",
            Examples = [("sudo iwtune experiment list", "names, times and how they ended")],
        };
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var state = parsed.StateOf();
        IReadOnlyList<ExperimentRecord> all =
        [
            .. ExperimentChoice.Reading(parsed, () => new ExperimentStore(state).All()).Select(one => ExperimentChoice.Now(one, state)),
        ];
        if (parsed.WantsJson())
        {
            context.Terminal.Out.WriteJson(all, ToolsJson.Shown.IReadOnlyListExperimentRecord);
            return ExitCode.Fine;
        }
        if (all.Count == 0)
        {
            context.Terminal.Out.WriteLine(ExperimentChoice.None);
            return ExitCode.Fine;
        }
        var table = new Table(("ID", Align.Left), ("ARMS", Align.Left), ("STARTED", Align.Left), ("STATE", Align.Left));
        foreach (var one in all)
        {
            var plan = one.Plan;
            table.Add(
                new Cell(plan.Id, Ink.Bold),
                $"{(plan.Control is { } control ? $"{control}" : "own")} / "
                    + $"{(plan.Treatment is { } treatment ? $"{treatment}" : "own")}"
                    + $"{(plan.Design == ExperimentDesign.Switchback ? " by turns" : "")}",
                plan.Started.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture),
                ExperimentPage.Word(one.Phase)
            );
        }
        table.Write(context.Terminal);
        return ExitCode.Fine;
    }
}
