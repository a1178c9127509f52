namespace IwTune.Shared.Fleet.Webhooks;

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
