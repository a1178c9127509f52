using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Surveys;

/// <summary>Keeps a survey.</summary>
internal static class AddSurvey
{
    /// <summary>Beyond this many a person must remove one first.</summary>
    public const int Most = 200;

    /// <param name="database">The store.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="actor">Who attaches it.</param>
    /// <param name="survey">Without problems by <see cref="SurveyRules"/>.</param>
    /// <returns><see langword="null"/> when there is no room.</returns>
    public static Task<SurveySummary?> RunAsync(Database database, TimeProvider clock, string actor, Survey survey)
    {
        var row = new SurveyRow
        {
            Id = clock.NewId(),
            StartedAt = survey.Started.ToUnixTimeMilliseconds(),
            Services = survey.Readings.Count,
            Read = survey.Readings.Count(reading => reading.Segments is not null),
            Author = actor,
            AddedAt = clock.Now(),
        };
        return database.WriteAsync<SurveySummary?>(async write =>
        {
            if (await SurveyQueries.CountAsync(write) >= Most)
                return null;
            await SurveyQueries.InsertAsync(write, row, survey.Readings);
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                SurveyActions.Add,
                $"survey:{row.Id}",
                $"Survey of {survey.Started.UtcDateTime:yyyy-MM-dd HH:mm}Z attached: {row.Services} service(s), {row.Read} read."
            );
            return row.Summary();
        });
    }
}
