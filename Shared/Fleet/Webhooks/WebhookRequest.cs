namespace IwTune.Shared.Fleet.Webhooks;

/// <summary>Requests that a URL receives events as they happen.</summary>
public sealed record WebhookRequest
{
    /// <summary>To know it by; 1 to 100 characters.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// <c>https://…</c>; <c>http://</c> only to the server's own machine, where the server allows it. It may itself be a secret and is
    /// never shown again.
    /// </summary>
    public required string Address { get; init; }

    /// <summary>Events to send, of <see cref="WebhookKinds.All"/>; at least one.</summary>
    public required IReadOnlyList<string> Kinds { get; init; }

    /// <summary>Of events about one host, only those of hosts that match; empty for every host.</summary>
    public string Selector { get; set; } = "";

    /// <summary>What the body is.</summary>
    public WebhookFormat Format { get; set; } = WebhookFormat.Json;
}

/// <summary>Events that a webhook can receive.</summary>
public static class WebhookKinds
{
    /// <summary>Rollouts and freezes.</summary>
    public const string Rollout = "rollout";

    /// <summary>A window was changed by another writer, set again, or fought over.</summary>
    public const string Drift = "drift";

    /// <summary>A host's verdict changed.</summary>
    public const string Verdict = "verdict";

    /// <summary>A host enrolled, left, was copied, approved, quarantined or labelled.</summary>
    public const string Host = "host";

    /// <summary>Accounts, tokens, sign-in.</summary>
    public const string Security = "security";

    /// <summary>Every entry of the audit log.</summary>
    public const string Audit = "audit";

    /// <summary>Every kind.</summary>
    public static IReadOnlyList<string> All { get; } = [Rollout, Drift, Verdict, Host, Security, Audit];
}

/// <summary>What the body of a delivery is.</summary>
public enum WebhookFormat
{
    /// <summary><see cref="WebhookEvent"/>, <c>application/json</c>.</summary>
    Json,

    /// <summary><c>{"text": …}</c>, the form of Slack and compatible receivers.</summary>
    Slack,

    /// <summary>Lines of ArcSight's Common Event Format, <c>text/plain</c>.</summary>
    Cef,
}
