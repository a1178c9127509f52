using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Exports that the server makes and keeps, and who gets them.</summary>
internal static class RunActions
{
    public static readonly EventType Start = EventType.Audit("run.start", "A compliance run was started"),
        Keep = EventType.Audit("run.keep", "A compliance run was made and is kept"),
        Fail = EventType.Audit("run.fail", "A compliance run failed"),
        Read = EventType.Audit("run.read", "The file of a compliance run was downloaded"),
        Attest = EventType.Audit("run.attest", "A person attested a compliance run"),
        Hold = EventType.Audit("run.hold", "A legal hold keeps a compliance run"),
        Release = EventType.Audit("run.release", "The legal hold of a compliance run ended"),
        Delete = EventType.Audit("run.delete", "The file of a compliance run was deleted after its period"),
        AddLink = EventType.Audit("run.link.add", "A reader link to a compliance run was made"),
        RevokeLink = EventType.Audit("run.link.revoke", "A reader link to a compliance run was revoked"),
        ReadByLink = EventType.Audit("run.link.read", "A reader link to a compliance run was opened"),
        AddSchedule = EventType.Audit("schedule.add", "A schedule of compliance runs was added"),
        RemoveSchedule = EventType.Audit("schedule.remove", "A schedule of compliance runs was removed");

    public static IReadOnlyList<EventType> All { get; } =
    [Start, Keep, Fail, Read, Attest, Hold, Release, Delete, AddLink, RevokeLink, ReadByLink, AddSchedule, RemoveSchedule];

    public static string Subject(string runId) => $"run:{runId}";

    public static string ScheduleSubject(string name) => $"schedule:{name}";
}
