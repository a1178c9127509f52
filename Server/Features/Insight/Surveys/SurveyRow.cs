using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Insight;

namespace IwTune.Server.Features.Insight.Surveys;

/// <summary>A survey as stored, without its readings.</summary>
internal sealed class SurveyRow
{
    public string Id { get; init; } = "";
    public long StartedAt { get; init; }
    public long Services { get; init; }
    public long Read { get; init; }
    public string Author { get; init; } = "";
    public long AddedAt { get; init; }

    public SurveySummary Summary() =>
        new()
        {
            Id = Id,
            Started = Clock.At(StartedAt),
            Services = (int)Services,
            Read = (int)Read,
            Author = Author,
            Added = Clock.At(AddedAt),
        };
}
