using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>The store, and how long it keeps what it holds.</summary>
internal static class StoreActions
{
    public static readonly EventType Move = EventType.Audit("store.move", "The store was moved to another database"),
        Restore = EventType.Audit(AuditChainCheck.Restored, "The store was restored from a backup"),
        FallBehind = EventType.Audit("store.behind", "A host holds a later publication than the store, as after a restored backup"),
        SetRetention = EventType.Audit("retention.set", "The retention periods were changed"),
        RunRetention = EventType.Audit("retention.run", "Records older than their period were deleted"),
        SetLegalHold = EventType.Audit("legalhold.set", "A legal hold was set"),
        LiftLegalHold = EventType.Audit("legalhold.lift", "A legal hold was lifted"),
        CutAudit = EventType.Audit("audit.cut", "The oldest entries of the audit log were deleted");

    public static IReadOnlyList<EventType> All { get; } =
    [Move, Restore, FallBehind, SetRetention, RunRetention, SetLegalHold, LiftLegalHold, CutAudit];
}
