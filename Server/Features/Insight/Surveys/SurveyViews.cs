using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Surveys;

/// <summary>Surveys as the API and the console show them.</summary>
internal static class SurveyViews
{
    /// <summary>The services of all surveys, by name.</summary>
    public static async Task<IReadOnlyList<SurveyedHost>> HostsAsync(DbSession db, PageWindow window)
    {
        var latest = await SurveyQueries.LatestAsync(db, window);
        if (latest.Count == 0)
            return [];
        var numbers = (await SurveyQueries.NumbersAsync(db, [.. latest.Select(row => row.Service)])).ToLookup(row => row.Service);
        return [.. latest.Select(row => Of(row, numbers[row.Service].FirstOrDefault(before => before.TakenAt < row.TakenAt)))];
    }

    /// <summary>A survey as it was attached.</summary>
    public static async Task<Survey?> FindAsync(DbSession db, string id) =>
        await SurveyQueries.FindAsync(db, id) is { } row
            ? new Survey
            {
                Format = Survey.CurrentFormat,
                Started = Clock.At(row.StartedAt),
                Readings = [.. (await SurveyQueries.ReadingsAsync(db, id)).Select(reading => reading.Reading())],
            }
            : null;

    private static SurveyedHost Of(ReadingRow latest, ReadingRow? number)
    {
        var (reading, before) = (latest.Reading(), number?.Reading());
        return new SurveyedHost
        {
            Name = latest.Service,
            Survey = latest.SurveyId,
            Reading = reading,
            Before = before,
            Changed = before is not null && reading.DiffersFrom(before),
        };
    }
}
