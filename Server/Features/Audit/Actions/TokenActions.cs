using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Tokens for programs and for joining.</summary>
internal static class TokenActions
{
    public static readonly EventType
        Create = Of("token.create", "A token was created"),
        Rotate = Of("token.rotate", "A token was replaced"),
        Revoke = Of("token.revoke", "A token was revoked");

    public static IReadOnlyList<EventType> All { get; } = [Create, Rotate, Revoke];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Security, 5, meaning);
}
