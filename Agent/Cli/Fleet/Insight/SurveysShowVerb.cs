using System.CommandLine;
using IwTune.Agent.Cli.Surveying;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Insight;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>One survey: its readings, or with <c>--json</c> the survey as it was attached.</summary>
internal static class SurveysShowVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet surveys list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "show", "Readings of a survey; --json prints the whole survey");
        verb.Add(id);
        verb.Shows(
            context,
            parsed => FleetPaths.Survey(parsed.GetRequiredValue(id)),
            () => InsightJson.Default.Survey,
            survey => SurveyTable.Write(context.Terminal, ShownReading.AllOf(survey.Readings), dated: true)
        );
        return verb;
    }
}
