using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Surveys of initial windows.</summary>
internal static class SurveyActions
{
    public static readonly EventType Add = EventType.Audit("survey.add", "A survey was added"),
        Remove = EventType.Audit("survey.remove", "A survey was removed");

    public static IReadOnlyList<EventType> All { get; } = [Add, Remove];
}
