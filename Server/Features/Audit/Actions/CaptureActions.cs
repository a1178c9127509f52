using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Packet captures of first flights.</summary>
internal static class CaptureActions
{
    public static readonly EventType Add = EventType.Audit("capture.add", "A capture was added"),
        Remove = EventType.Audit("capture.remove", "A capture was removed");

    public static IReadOnlyList<EventType> All { get; } = [Add, Remove];
}
