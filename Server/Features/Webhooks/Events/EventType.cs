using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Events;

/// <summary>A type of event: an action of the audit log, or a host's report.</summary>
/// <param name="Name">As entries and messages carry it: <c>policy.publish</c>.</param>
/// <param name="Kind">
/// The kind of webhook that gets it, one of <see cref="WebhookKinds"/>; webhooks of the audit log get every action besides.
/// </param>
/// <param name="Severity">0 to 10, as in CEF: 8 and more needs attention now, 5 changes rights, 3 is daily work.</param>
/// <param name="Meaning">What happened, as a sentence without its full stop.</param>
internal sealed record EventType(string Name, string Kind, int Severity, string Meaning)
{
    /// <summary>Severity of daily work, and of what is in no list, as in the log of an earlier server.</summary>
    public const int Ordinary = 3;

    private const int OfSecurity = 5;

    public static EventType Audit(string name, string meaning) => new(name, WebhookKinds.Audit, Ordinary, meaning);

    public static EventType Host(string name, string meaning, int severity = Ordinary) => new(name, WebhookKinds.Host, severity, meaning);

    public static EventType Rollout(string name, string meaning, int severity = Ordinary) =>
        new(name, WebhookKinds.Rollout, severity, meaning);

    public static EventType Security(string name, string meaning, int severity = OfSecurity) =>
        new(name, WebhookKinds.Security, severity, meaning);
}
