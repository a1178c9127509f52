using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Policies and what they are assigned to.</summary>
internal static class PolicyActions
{
    public static readonly EventType
        Publish = Of("policy.publish", "A revision was published"),
        Rollback = Of("policy.rollback", "The content of an earlier revision was published again"),
        Release = Of("policy.release", "A published revision was released to its hosts"),
        Remove = Of("policy.remove", "A policy was removed"),
        Assign = Of("assignment.create", "A policy was assigned"),
        Unassign = Of("assignment.remove", "An assignment was removed");

    public static IReadOnlyList<EventType> All { get; } = [Publish, Rollback, Release, Remove, Assign, Unassign];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Audit, 3, meaning);
}
