using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Surveying;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>Attaches the last survey of a history, so that others can view it in the console.</summary>
internal static class SurveysPushVerb
{
    public static Verb Create(CliContext context)
    {
        var path = new Argument<string?>("FILE")
        {
            Description = $"A history that 'iwtune survey' wrote [default: {SurveyHistory.Name} in the state directory]",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var verb = new Verb(VerbGroup.Fleet, "push", "Attach the last survey of a history to the server, where the console shows it")
        {
            LocalOptions = [StateOption.Option],
            Details = "The survey is checked here first; when anything is wrong, nothing is sent.",
            Examples = [("iwtune fleet surveys push surveys.jsonl", "attach what was read last")],
        };
        verb.Add(path);
        verb.Runs(
            context,
            parsed => Read(new SurveyHistory(parsed.GetValue(path) ?? parsed.StateOf().File(SurveyHistory.Name))),
            async (fleet, survey, _, ct) =>
            {
                context.Terminal.Out.WriteLine(await SurveyPush.SendAsync(fleet, survey, ct));
                return ExitCode.Fine;
            }
        );
        return verb;
    }

    /// <exception cref="UsageException">It has no survey, or one that the server would refuse; all problems at once.</exception>
    private static Survey Read(SurveyHistory history)
    {
        if (history.Last() is not { } survey)
            throw new UsageException($"{history.Path} has no survey; 'iwtune survey FILE' makes one. Nothing was sent.");
        var problems = SurveyRules.Problems(survey);
        return problems.Count == 0
            ? survey
            : throw new UsageException($"{string.Join('\n', problems.Select(problem => $"{history.Path}: {problem}"))}\nNothing was sent.");
    }
}
