using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Webhooks.</summary>
internal static class WebhookActions
{
    public static readonly EventType
        Add = Of("webhook.add", "A webhook was added"),
        Remove = Of("webhook.remove", "A webhook was removed"),
        Rotate = Of("webhook.rotate", "A webhook has a new secret"),
        Resume = Of("webhook.resume", "Deliveries to a webhook were resumed"),
        Redeliver = Of("webhook.redeliver", "Deliveries that were given up are sent again"),
        End = Of("webhook.end", "A webhook gets no more messages, because its receiver said so or its secret cannot be read");

    public static IReadOnlyList<EventType> All { get; } = [Add, Remove, Rotate, Resume, Redeliver, End];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Security, 5, meaning);
}
