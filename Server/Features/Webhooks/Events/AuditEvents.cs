using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Webhooks.Events;

/// <summary>An entry of the audit log as an event, and the kind its action makes it.</summary>
internal static class AuditEvents
{
    private const string HostPrefix = "host:";

    private static readonly (string Prefix, string Kind)[] Kinds =
    [
        ("rollout.", WebhookKinds.Rollout), ("freeze.", WebhookKinds.Rollout),
        ("host.", WebhookKinds.Host), ("enrolment.", WebhookKinds.Host),
        ("user.", WebhookKinds.Security), ("token.", WebhookKinds.Security), ("role.", WebhookKinds.Security), ("webhook.", WebhookKinds.Security),
        ("sign-in.", WebhookKinds.Security), ("signin.", WebhookKinds.Security), ("sign-out.", WebhookKinds.Security), ("session.", WebhookKinds.Security),
        ("account.", WebhookKinds.Security), ("oidc.", WebhookKinds.Security), ("break-glass.", WebhookKinds.Security), ("key.", WebhookKinds.Security),
    ];

    public static Task TellAsync(DbSession write, TimeProvider clock, AuditEntry entry) => Outbox.TellAsync(write, clock, Of(entry));

    public static WebhookEvent Of(AuditEntry entry) => new()
    {
        Type = entry.Action,
        Timestamp = entry.At,
        Data = new()
        {
            Kind = KindOf(entry.Action),
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

    /// <summary>The kind of an action; <see cref="WebhookKinds.Audit"/> for what has none of its own.</summary>
    public static string KindOf(string action)
    {
        foreach (var (prefix, kind) in Kinds)
            if (action.StartsWith(prefix, StringComparison.Ordinal))
                return kind;
        return WebhookKinds.Audit;
    }
}
