using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Saved views that are shared with everyone. Private ones are not audited.</summary>
internal static class ViewActions
{
    public static readonly EventType Share = EventType.Audit("view.share", "A saved view was shared, or a shared one was changed"),
        Withdraw = EventType.Audit("view.withdraw", "A shared view was removed or made private");

    public static IReadOnlyList<EventType> All { get; } = [Share, Withdraw];
}
