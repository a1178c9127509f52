using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Local accounts and their second factors.</summary>
internal static class AccountActions
{
    public static readonly EventType Create = EventType.Security("user.create", "A user was created"),
        Remove = EventType.Security("user.remove", "A user was removed"),
        SetGrants = EventType.Security("user.grants", "The roles of a user were changed"),
        ChangePassword = EventType.Security("user.password", "A password was changed or reset"),
        Lock = EventType.Security("user.lock", "A user was locked, by a person or after wrong passwords", severity: 7),
        Unlock = EventType.Security("user.unlock", "A user was unlocked"),
        AddFactor = EventType.Security("user.factor", "An authenticator app was set up"),
        RemoveFactor = EventType.Security("user.factor-removed", "An authenticator app was removed"),
        ResetFactors = EventType.Security("user.factor-reset", "The second factors of a user were reset"),
        MakeCodes = EventType.Security("user.codes", "New recovery codes were made"),
        UseCode = EventType.Security("user.recovery", "A recovery code was used"),
        AddPasskey = EventType.Security("user.passkey", "A passkey was added"),
        RemovePasskey = EventType.Security("user.passkey-removed", "A passkey was removed"),
        MarkBreakGlass = EventType.Security("break-glass.mark", "An account was marked or unmarked as break-glass account", severity: 9),
        UseBreakGlass = EventType.Security("break-glass.use", "A break-glass account signed in", severity: 9),
        AcknowledgeBreakGlass = EventType.Security(
            "break-glass.acknowledge",
            "The use of a break-glass account was acknowledged",
            severity: 9
        );

    public static IReadOnlyList<EventType> All { get; } =
    [
        Create,
        Remove,
        SetGrants,
        ChangePassword,
        Lock,
        Unlock,
        AddFactor,
        RemoveFactor,
        ResetFactors,
        MakeCodes,
        UseCode,
        AddPasskey,
        RemovePasskey,
        MarkBreakGlass,
        UseBreakGlass,
        AcknowledgeBreakGlass,
    ];
}
