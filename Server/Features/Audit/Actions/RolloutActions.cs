using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Rollouts and freezes.</summary>
internal static class RolloutActions
{
    public static readonly EventType Plan = EventType.Rollout("rollout.plan", "A rollout was planned"),
        Approve = EventType.Rollout("rollout.approve", "The plan of a rollout was approved"),
        Void = EventType.Rollout("rollout.void", "The plan of a rollout changed, and its approval is void"),
        Start = EventType.Rollout("rollout.start", "A rollout started"),
        Ring = EventType.Rollout("rollout.ring", "A ring started"),
        Gate = EventType.Rollout("rollout.gate", "A gate passed, or holds until there is more evidence"),
        GateFailed = EventType.Rollout("rollout.gate.fail", "A gate failed", severity: 7),
        Pause = EventType.Rollout("rollout.pause", "A rollout was paused"),
        Resume = EventType.Rollout("rollout.resume", "A rollout was resumed"),
        Promote = EventType.Rollout("rollout.promote", "A ring was promoted by hand"),
        Complete = EventType.Rollout("rollout.complete", "A rollout reached all its hosts"),
        Rollback = EventType.Rollout("rollout.rollback", "A rollout was rolled back", severity: 7),
        Abort = EventType.Rollout("rollout.abort", "A rollout was aborted", severity: 7),
        Supersede = EventType.Rollout("rollout.supersede", "A rollout was replaced by a later one, or its policy was published or removed"),
        Freeze = EventType.Rollout("freeze.set", "A freeze was set: no ring starts"),
        Unfreeze = EventType.Rollout("freeze.end", "A freeze was ended");

    public static IReadOnlyList<EventType> All { get; } =
    [Plan, Approve, Void, Start, Ring, Gate, GateFailed, Pause, Resume, Promote, Complete, Rollback, Abort, Supersede, Freeze, Unfreeze];
}
