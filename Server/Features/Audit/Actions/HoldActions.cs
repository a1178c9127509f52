using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Holds and exceptions.</summary>
internal static class HoldActions
{
    public static readonly EventType
        Set = Of("hold.set", "Hosts were put on hold"),
        Release = Of("hold.release", "A hold was released"),
        Lapse = Of("hold.lapse", "A hold reached its end"),
        GrantException = Of("exception.grant", "An exception was granted"),
        EndException = Of("exception.end", "An exception was ended");

    public static IReadOnlyList<EventType> All { get; } = [Set, Release, Lapse, GrantException, EndException];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Audit, 3, meaning);
}
