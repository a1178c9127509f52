using IwTune.Server.Features.Audit.Actions;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Events;

/// <summary>Everything that a webhook or a collector can get; docs/webhooks.md lists it.</summary>
internal static class EventTypes
{
    /// <summary>Severity of a verdict that becomes Drifted or Error.</summary>
    public const int BadVerdict = 6;

    public static readonly EventType Verdict =
            new(
                "verdict.changed",
                WebhookKinds.Verdict,
                EventType.Ordinary,
                "The verdict of a host changed; severity 6 when it is now Drifted or Error"
            ),
        Drifted = new("drift.drifted", WebhookKinds.Drift, EventType.Ordinary, "Another program changed an initial window"),
        Repaired = new("drift.repaired", WebhookKinds.Drift, EventType.Ordinary, "The agent set a changed initial window again"),
        Fought = new("drift.fought", WebhookKinds.Drift, 7, "Another program changes an initial window again and again");

    public static IReadOnlyList<EventType> All { get; } = [.. AuditActions.All, Verdict, Drifted, Repaired, Fought];

    private static readonly Dictionary<string, EventType> ByName = All.ToDictionary(type => type.Name, StringComparer.Ordinal);

    /// <returns><see langword="null"/> for a name of an earlier server.</returns>
    public static EventType? Find(string name) => ByName.GetValueOrDefault(name);
}
