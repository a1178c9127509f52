using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>What left the server as a file.</summary>
internal static class ExportActions
{
    public static readonly EventType Audit = EventType.Audit("audit.export", "The audit log was exported"),
        Compliance = EventType.Audit("compliance.export", "A compliance export was made"),
        Hosts = EventType.Audit("hosts.export", "The list of hosts was exported"),
        Impact = EventType.Audit("impact.export", "An impact report was exported"),
        Standing = EventType.Audit("standing.export", "A list of the standing page was exported");

    public static IReadOnlyList<EventType> All { get; } = [Audit, Compliance, Hosts, Impact, Standing];
}
