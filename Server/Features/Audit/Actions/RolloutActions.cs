using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Rollouts and freezes.</summary>
internal static class RolloutActions
{
    public static readonly EventType
        Plan = Of("rollout.plan", "A rollout was planned"),
        Approve = Of("rollout.approve", "The plan of a rollout was approved"),
        Void = Of("rollout.void", "The plan of a rollout no longer fits, and its approval is void"),
        Start = Of("rollout.start", "A rollout started"),
        Ring = Of("rollout.ring", "A ring started"),
        Gate = Of("rollout.gate", "A gate was judged"),
        Pause = Of("rollout.pause", "A rollout was paused"),
        Resume = Of("rollout.resume", "A rollout was resumed"),
        Promote = Of("rollout.promote", "A ring was promoted by hand"),
        Complete = Of("rollout.complete", "A rollout reached all its hosts"),
        Rollback = Of("rollout.rollback", "A rollout was rolled back", severity: 7),
        Abort = Of("rollout.abort", "A rollout was aborted", severity: 7),
        Supersede = Of("rollout.supersede", "A rollout was replaced by a later one"),
        Freeze = Of("freeze.set", "A freeze was set: no ring starts"),
        Unfreeze = Of("freeze.end", "A freeze was ended");

    public static IReadOnlyList<EventType> All { get; } = [Plan, Approve, Void, Start, Ring, Gate, Pause, Resume, Promote, Complete, Rollback, Abort, Supersede, Freeze, Unfreeze];

    private static EventType Of(string name, string meaning, int severity = 3) => new(name, WebhookKinds.Rollout, severity, meaning);
}
