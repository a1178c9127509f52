using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Events;

/// <summary>An entry of the audit log as an event.</summary>
internal static class AuditEvents
{
    private const string HostPrefix = "host:";

    public static Task TellAsync(DbSession write, TimeProvider clock, IReadOnlyList<AuditEntry> entries) =>
        EventOutbox.TellAsync(write, clock, [.. entries.Select(Of)]);

    public static WebhookEvent Of(AuditEntry entry) =>
        new()
        {
            Type = entry.Action,
            Timestamp = entry.At,
            Data = new()
            {
                Kind = EventTypes.Find(entry.Action)?.Kind ?? WebhookKinds.Audit,
                Subject = entry.Subject,
                Text = entry.Text,
                Actor = entry.Actor,
                Reason = entry.Reason,
                Source = entry.Source.Length > 0 ? entry.Source : null,
                Host = entry.Subject.StartsWith(HostPrefix, StringComparison.Ordinal) ? new(entry.Subject[HostPrefix.Length..], "") : null,
                Entry = entry.Number,
                Hash = entry.Hash,
            },
        };
}
