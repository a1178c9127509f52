using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>The keys of the fleet.</summary>
internal static class KeyActions
{
    public static readonly EventType Rotate = EventType.Security("key.rotate", "A new signing key, CA, export key or cookie key was made"),
        Certify = EventType.Security("key.certify", "The CA issued a certificate for a proxy"),
        Revoke = EventType.Security("key.revoke", "A signing key was revoked, or cookie keys that leaked were deleted"),
        Retire = EventType.Security("key.retire", "A replaced signing key or CA was retired");

    public static IReadOnlyList<EventType> All { get; } = [Rotate, Certify, Revoke, Retire];
}
