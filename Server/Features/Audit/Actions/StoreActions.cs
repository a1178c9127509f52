using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>The store, and how long it keeps what it holds.</summary>
internal static class StoreActions
{
    public static readonly EventType
        Move = Of("store.move", "The store was moved to another database"),
        Restore = Of("store.restored", "The store was restored from a backup"),
        FallBehind = Of("store.behind", "A host holds a later publication than the store, as after a restored backup"),
        SetRetention = Of("retention.set", "How long records are kept was changed"),
        RunRetention = Of("retention.run", "Records older than their period were deleted"),
        SetLegalHold = Of("legalhold.set", "A legal hold was set"),
        LiftLegalHold = Of("legalhold.lift", "A legal hold was lifted"),
        CutAudit = Of("audit.cut", "The oldest entries of the audit log were deleted");

    public static IReadOnlyList<EventType> All { get; } = [Move, Restore, FallBehind, SetRetention, RunRetention, SetLegalHold, LiftLegalHold, CutAudit];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Audit, 3, meaning);
}
