using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Insight.Surveys;

/// <summary>Removes a survey and its readings for good.</summary>
internal static class RemoveSurvey
{
    /// <returns>False when there is no such survey.</returns>
    public static Task<bool> RunAsync(Database database, TimeProvider clock, string actor, string id) =>
        database.WriteAsync(async write =>
        {
            if (await SurveyQueries.FindAsync(write, id) is not { } row)
                return false;
            await SurveyQueries.DeleteAsync(write, id);
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                SurveyActions.Remove,
                $"survey:{id}",
                $"Survey of {Clock.At(row.StartedAt).UtcDateTime:yyyy-MM-dd HH:mm}Z removed."
            );
            return true;
        });
}
