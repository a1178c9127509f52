using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Local accounts and their second factors.</summary>
internal static class AccountActions
{
    public static readonly EventType
        Create = Of("user.create", "A user was created"),
        Remove = Of("user.remove", "A user was removed"),
        SetGrants = Of("user.grants", "The roles of a user were changed"),
        ChangePassword = Of("user.password", "A password was changed or reset"),
        Lock = Of("user.lock", "A user was locked, by a person or after wrong passwords", severity: 7),
        Unlock = Of("user.unlock", "A user was unlocked"),
        AddFactor = Of("user.factor", "An authenticator app was set up"),
        RemoveFactor = Of("user.factor-removed", "An authenticator app was removed"),
        ResetFactors = Of("user.factor-reset", "The second factors of a user were reset"),
        MakeCodes = Of("user.codes", "New recovery codes were made"),
        UseCode = Of("user.recovery", "A recovery code was used"),
        AddPasskey = Of("user.passkey", "A passkey was added"),
        RemovePasskey = Of("user.passkey-removed", "A passkey was removed"),
        MarkBreakGlass = Of("break-glass.mark", "An account was made, or is no longer, a break-glass account", severity: 9),
        UseBreakGlass = Of("break-glass.use", "A break-glass account signed in", severity: 9),
        AcknowledgeBreakGlass = Of("break-glass.acknowledge", "The use of a break-glass account was acknowledged", severity: 9);

    public static IReadOnlyList<EventType> All { get; } = [Create, Remove, SetGrants, ChangePassword, Lock, Unlock, AddFactor, RemoveFactor, ResetFactors, MakeCodes, UseCode, AddPasskey, RemovePasskey, MarkBreakGlass, UseBreakGlass, AcknowledgeBreakGlass];

    private static EventType Of(string name, string meaning, int severity = 5) => new(name, WebhookKinds.Security, severity, meaning);
}
