using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Every action that the audit log has entries of.</summary>
internal static class AuditActions
{
    public static IReadOnlyList<EventType> All { get; } =
    [
        .. PolicyActions.All,
        .. HoldActions.All,
        .. RolloutActions.All,
        .. HostActions.All,
        .. ViewActions.All,
        .. AccountActions.All,
        .. SessionActions.All,
        .. ScimActions.All,
        .. TokenActions.All,
        .. KeyActions.All,
        .. WebhookActions.All,
        .. StoreActions.All,
        .. ExportActions.All,
        .. RunActions.All,
        .. CaptureActions.All,
        .. SurveyActions.All,
    ];
}
