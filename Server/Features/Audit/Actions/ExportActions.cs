using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>What left the server as a file.</summary>
internal static class ExportActions
{
    public static readonly EventType
        Audit = Of("audit.export", "The audit log was exported"),
        Compliance = Of("compliance.export", "A compliance export was made"),
        Hosts = Of("hosts.export", "The list of hosts was exported"),
        Impact = Of("impact.export", "An impact report was exported"),
        Standing = Of("standing.export", "A list of the standing page was exported");

    public static IReadOnlyList<EventType> All { get; } = [Audit, Compliance, Hosts, Impact, Standing];

    private static EventType Of(string name, string meaning) => new(name, WebhookKinds.Audit, 3, meaning);
}
