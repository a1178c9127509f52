using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>The surveys a server keeps.</summary>
internal static class SurveysListVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Surveys, newest first").Lists(
            context,
            _ => FleetPaths.Surveys,
            () => InsightJson.Default.IReadOnlyListSurveySummary,
            "No surveys. 'iwtune survey FILE --push' makes one and attaches it.",
            [
                new("STARTED", survey => FleetText.Time(survey.Started)),
                new("SERVICES", survey => FleetText.Number(survey.Services), Align.Right),
                new("READ", survey => FleetText.Number(survey.Read), Align.Right),
                new("BY", survey => Actors.Name(survey.Author)),
                new("ID", survey => survey.Id),
            ]
        );
}
