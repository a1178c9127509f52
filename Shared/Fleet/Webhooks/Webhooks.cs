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

/// <summary>Whether a webhook receives events.</summary>
public enum WebhookState
{
    /// <summary>It is.</summary>
    Active,

    /// <summary>Its receiver answered 410 Gone: it receives none until a person resumes it.</summary>
    Gone,

    /// <summary>Its secret cannot be read any more; a new one makes it active.</summary>
    Unreadable,
}

/// <summary>A webhook, without its secret and with no more of its address than names the receiver.</summary>
public sealed record WebhookSummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>To know it by.</summary>
    public required string Name { get; init; }

    /// <summary>The receiver: scheme, host and the first piece of the path.</summary>
    public required string Receiver { get; init; }

    /// <summary>Events that it receives.</summary>
    public required IReadOnlyList<string> Kinds { get; init; }

    /// <summary>The hosts whose events it receives; empty for all.</summary>
    public string Selector { get; init; } = "";

    /// <summary>What the body is.</summary>
    public required WebhookFormat Format { get; init; }

    /// <summary>Whether it receives events.</summary>
    public required WebhookState State { get; init; }

    /// <summary>Who added it.</summary>
    public required string Author { get; init; }

    /// <summary>When.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>When it last took a delivery; <see langword="null"/> for never.</summary>
    public DateTimeOffset? Delivered { get; init; }

    /// <summary>What its receiver last did wrong; empty when it took the last delivery.</summary>
    public string Problem { get; init; } = "";

    /// <summary>When nothing is sent before; <see langword="null"/> when nothing holds it up.</summary>
    public DateTimeOffset? PausedUntil { get; init; }

    /// <summary>Until when the previous secret signs too; <see langword="null"/> when there is only one.</summary>
    public DateTimeOffset? FormerSecretUntil { get; init; }

    /// <summary>Deliveries that wait.</summary>
    public long Waiting { get; init; }

    /// <summary>Deliveries that were abandoned; they can be sent again.</summary>
    public long Dead { get; init; }
}

/// <summary>A webhook that was just added, or whose secret was just changed.</summary>
/// <param name="Secret">What deliveries are signed with: <c>whsec_</c> and 32 bytes in base64. Only in this answer.</param>
/// <param name="Webhook">The webhook.</param>
public sealed record CreatedWebhook(string Secret, WebhookSummary Webhook);

/// <summary>The result of a trial event that was sent at once.</summary>
/// <param name="Taken">True when the receiver answered 2xx.</param>
/// <param name="Status">Its answer's status; <see langword="null"/> when there was none.</param>
/// <param name="Text">The answer, or why there was none.</param>
/// <param name="Milliseconds">How long it took.</param>
public sealed record WebhookTrial(bool Taken, int? Status, string Text, long Milliseconds);

/// <summary>Where a delivery is.</summary>
public enum DeliveryState
{
    /// <summary>It is sent, or sent again, when its time comes.</summary>
    Waiting,

    /// <summary>The receiver took it.</summary>
    Delivered,

    /// <summary>Given up; <c>redeliver</c> sends it again.</summary>
    Dead,
}

/// <summary>One message to one receiver.</summary>
public sealed record WebhookDelivery
{
    /// <summary>As in its header <c>webhook-id</c>, the same at every try.</summary>
    public required string Id { get; init; }

    /// <summary>Its event's type: <c>rollout.gate</c>, <c>verdict.changed</c>, <c>digest</c>.</summary>
    public required string Type { get; init; }

    /// <summary>To what the event happened.</summary>
    public required string Subject { get; init; }

    /// <summary>When the event happened.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Where it is.</summary>
    public required DeliveryState State { get; init; }

    /// <summary>How often it was sent.</summary>
    public required int Tries { get; init; }

    /// <summary>When it is sent again; <see langword="null"/> unless it waits.</summary>
    public DateTimeOffset? Next { get; init; }

    /// <summary>When it was accepted or abandoned; <see langword="null"/> while it waits.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>The last answer's status; <see langword="null"/> when there was none.</summary>
    public int? Status { get; init; }

    /// <summary>The beginning of the last answer, or why there was none.</summary>
    public string Answer { get; init; } = "";

    /// <summary>What is sent.</summary>
    public required string Body { get; init; }
}

/// <summary>Deliveries of one webhook, the newest first.</summary>
/// <param name="Deliveries">At most <c>limit</c> of them.</param>
/// <param name="Next">To pass as <c>before</c> for the next page; <see langword="null"/> on the last.</param>
public sealed record WebhookDeliveryPage(IReadOnlyList<WebhookDelivery> Deliveries, string? Next);

/// <summary>Sends deliveries again.</summary>
/// <param name="Delivery">One of them; <see langword="null"/> for all that were abandoned.</param>
public sealed record RedeliverRequest(string? Delivery = null);

/// <summary>What waits again.</summary>
/// <param name="Deliveries">How many.</param>
public sealed record RedeliverReply(long Deliveries);
