using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Sessions, and what the identity provider says.</summary>
internal static class SessionActions
{
    public static readonly EventType
        Open = Of("session.open", "A person signed in"),
        Close = Of("session.close", "A person signed out"),
        End = Of("session.end", "Sessions were ended"),
        Refuse = Of("session.refuse", "A sign-in through the identity provider was refused"),
        FirstSignIn = Of("oidc.first", "A person signed in through the identity provider for the first time"),
        Groups = Of("oidc.groups", "The groups of a person changed at the identity provider");

    public static IReadOnlyList<EventType> All { get; } = [Open, Close, End, Refuse, FirstSignIn, Groups];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Security, 5, meaning);
}
