using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Webhooks.Events;

/// <summary>Events of single hosts: changed verdicts, and windows that another program changed.</summary>
internal static class HostEvents
{
    /// <returns>
    /// <see langword="null"/> when the verdict is the same, and for a new host that was not heard of yet: its enrolment was reported
    /// already.
    /// </returns>
    public static WebhookEvent? Verdict(FleetHost host, VerdictRow? before, VerdictRow after) =>
        before?.Verdict == after.Verdict || (before is null && after.Verdict == Shared.Compliance.Verdict.NeverSeen)
            ? null
            : new()
            {
                Type = EventTypes.Verdict.Name,
                Timestamp = Clock.At(after.ChangedAt),
                Data = new()
                {
                    Kind = EventTypes.Verdict.Kind,
                    Subject = $"host:{host.Id}",
                    Text = $"{host.Identity.Name}: {(before is null ? "" : $"{before.Verdict} → ")}{after.Verdict}: {after.Reason}",
                    Host = new(host.Id, host.Identity.Name),
                    Verdict = new(before?.Verdict, after.Verdict, after.Policy, after.Revision),
                },
            };

    /// <summary>Report lines that say which writer changed what.</summary>
    public static IEnumerable<WebhookEvent> Drift(FleetHost host, IReadOnlyList<ReportLine> lines)
    {
        foreach (var line in lines)
        {
            if (line.Event is not { Kind: HostEventKind.Drifted or HostEventKind.Repaired or HostEventKind.OwnerFights } happened)
                continue;
            var type = TypeOf(happened.Kind);
            yield return new()
            {
                Type = type.Name,
                Timestamp = line.At,
                Data = new()
                {
                    Kind = type.Kind,
                    Subject = $"host:{host.Id}",
                    Text = $"{host.Identity.Name}: {happened.Text}",
                    Host = new(host.Id, host.Identity.Name),
                    Writer = happened.Writer,
                    Target = happened.Target,
                },
            };
        }
    }

    private static EventType TypeOf(HostEventKind kind) =>
        kind switch
        {
            HostEventKind.Drifted => EventTypes.Drifted,
            HostEventKind.Repaired => EventTypes.Repaired,
            _ => EventTypes.Fought,
        };
}
