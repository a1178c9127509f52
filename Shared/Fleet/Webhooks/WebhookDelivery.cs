namespace IwTune.Shared.Fleet.Webhooks;

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
