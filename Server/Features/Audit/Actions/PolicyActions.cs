using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Policies and what they are assigned to.</summary>
internal static class PolicyActions
{
    public static readonly EventType Publish = EventType.Audit("policy.publish", "A revision was published"),
        Rollback = EventType.Audit("policy.rollback", "The content of an earlier revision was published again"),
        Release = EventType.Audit("policy.release", "A staged revision was published to every host, or a publication ended a rollout"),
        Remove = EventType.Audit("policy.remove", "A policy was removed"),
        Assign = EventType.Audit("assignment.create", "A policy was assigned"),
        Unassign = EventType.Audit("assignment.remove", "An assignment was removed");

    public static IReadOnlyList<EventType> All { get; } = [Publish, Rollback, Release, Remove, Assign, Unassign];
}
