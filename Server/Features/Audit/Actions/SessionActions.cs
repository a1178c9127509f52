using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Sessions, and what the identity provider says.</summary>
internal static class SessionActions
{
    public static readonly EventType Open = EventType.Security("session.open", "A person signed in"),
        Close = EventType.Security("session.close", "A person signed out"),
        End = EventType.Security("session.end", "Sessions were ended"),
        Refuse = EventType.Security("session.refuse", "A sign-in through the identity provider was refused"),
        FirstSignIn = EventType.Security("oidc.first", "A person signed in through the identity provider for the first time"),
        Groups = EventType.Security("oidc.groups", "The groups of a person changed at the identity provider");

    public static IReadOnlyList<EventType> All { get; } = [Open, Close, End, Refuse, FirstSignIn, Groups];
}
