using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>The keys of the fleet.</summary>
internal static class KeyActions
{
    public static readonly EventType
        Rotate = Of("key.rotate", "A new signing key or CA was made and announced"),
        Revoke = Of("key.revoke", "A signing key was revoked"),
        Retire = Of("key.retire", "A replaced signing key or CA was retired");

    public static IReadOnlyList<EventType> All { get; } = [Rotate, Revoke, Retire];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Security, 5, meaning);
}
