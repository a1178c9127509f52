using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Holds and exceptions.</summary>
internal static class HoldActions
{
    public static readonly EventType Set = EventType.Audit("hold.set", "Hosts were put on hold"),
        Release = EventType.Audit("hold.release", "A hold was released"),
        Lapse = EventType.Audit("hold.lapse", "A hold reached its end"),
        GrantException = EventType.Audit("exception.grant", "An exception was granted"),
        ApproveException = EventType.Audit("exception.approve", "An exception was approved by another person"),
        EndException = EventType.Audit("exception.end", "An exception was ended");

    public static IReadOnlyList<EventType> All { get; } = [Set, Release, Lapse, GrantException, ApproveException, EndException];
}
