using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Packet captures of first flights.</summary>
internal static class CaptureActions
{
    public static readonly EventType
        Add = Of("capture.add", "A capture was added"),
        Remove = Of("capture.remove", "A capture was removed");

    public static IReadOnlyList<EventType> All { get; } = [Add, Remove];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Audit, 3, meaning);
}
