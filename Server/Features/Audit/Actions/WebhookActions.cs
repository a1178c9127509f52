using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Webhooks.</summary>
internal static class WebhookActions
{
    public static readonly EventType Add = EventType.Security("webhook.add", "A webhook was added"),
        Remove = EventType.Security("webhook.remove", "A webhook was removed"),
        Rotate = EventType.Security("webhook.rotate", "A webhook has a new secret"),
        Resume = EventType.Security("webhook.resume", "Deliveries to a webhook were resumed"),
        Redeliver = EventType.Security("webhook.redeliver", "Deliveries that were given up are resent"),
        End = EventType.Security("webhook.end", "A webhook stopped, because its receiver refused it or its secret cannot be read");

    public static IReadOnlyList<EventType> All { get; } = [Add, Remove, Rotate, Resume, Redeliver, End];
}
