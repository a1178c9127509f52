using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Tokens for programs and for enrolment.</summary>
internal static class TokenActions
{
    public static readonly EventType Create = EventType.Security("token.create", "A token was created"),
        Rotate = EventType.Security("token.rotate", "A token was replaced"),
        Revoke = EventType.Security("token.revoke", "A token was revoked");

    public static IReadOnlyList<EventType> All { get; } = [Create, Rotate, Revoke];
}
