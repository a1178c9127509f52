using IwTune.Agent.Engine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>Attaches a survey to a server.</summary>
internal static class SurveyPush
{
    /// <returns>What was done and how to undo it, as sentences.</returns>
    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public static async Task<string> SendAsync(FleetConnection fleet, Survey survey, CancellationToken ct)
    {
        var made = await fleet.PostFileAsync(
            FleetPaths.Surveys,
            survey,
            InsightJson.Default.Survey,
            InsightJson.Default.SurveySummary,
            "survey",
            ct
        );
        return $"Attached {Counted.Of(made.Services, "reading")} as {made.Id}: see Insight, Surveys in the console. "
            + $"'iwtune fleet surveys remove {made.Id}' removes the survey.";
    }
}
