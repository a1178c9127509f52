using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Webhooks;

/// <summary>The body of a delivery, in the form of Standard Webhooks (github.com/standard-webhooks): type, timestamp, data.</summary>
public sealed record WebhookEvent
{
    /// <summary>
    /// What happened: an action of the audit log such as <c>rollout.gate</c>; <c>verdict.changed</c>, <c>drift.drifted</c>, <c>test</c>,
    /// <c>digest</c>.
    /// </summary>
    public required string Type { get; init; }

    /// <summary>When.</summary>
    public required DateTimeOffset Timestamp { get; init; }

    /// <summary>The rest.</summary>
    public required WebhookData Data { get; init; }
}

/// <summary>What an event says. What does not belong to it is left out.</summary>
public sealed record WebhookData
{
    /// <summary>One of <see cref="WebhookKinds.All"/>; <c>test</c> for a trial.</summary>
    public required string Kind { get; init; }

    /// <summary>
    /// To what it happened: <c>rollout:ID</c>, <c>host:ID</c>, <c>policy:edge</c>. Deliveries of one subject come in order.
    /// </summary>
    public required string Subject { get; init; }

    /// <summary>It as a sentence.</summary>
    public required string Text { get; init; }

    /// <summary>Who did it, as the audit log writes it.</summary>
    public string? Actor { get; init; }

    /// <summary>Why, as the actor gave it.</summary>
    public string? Reason { get; init; }

    /// <summary>From where the actor called.</summary>
    public string? Source { get; init; }

    /// <summary>The host it is of.</summary>
    public WebhookHost? Host { get; init; }

    /// <summary>The verdict's change.</summary>
    public WebhookVerdict? Verdict { get; init; }

    /// <summary>The writer that changed a window, as the host reports it.</summary>
    public string? Writer { get; init; }

    /// <summary>The target concerned, as in <see cref="TargetState.Id"/>.</summary>
    public string? Target { get; init; }

    /// <summary>Number of the audit entry.</summary>
    public long? Entry { get; init; }

    /// <summary>Its hash.</summary>
    public string? Hash { get; init; }

    /// <summary>Where the console shows it.</summary>
    public string? Url { get; init; }

    /// <summary>Many events in one message; the other members then describe all of them.</summary>
    public WebhookDigest? Digest { get; init; }
}

/// <summary>A host.</summary>
/// <param name="Id">On this server.</param>
/// <param name="Name">Its own name.</param>
public sealed record WebhookHost(string Id, string Name);

/// <summary>A verdict and its predecessor.</summary>
/// <param name="Before">The verdict before; <see langword="null"/> for the first.</param>
/// <param name="After">The verdict now.</param>
/// <param name="Policy">The policy that decides; empty for none.</param>
/// <param name="Revision">Its revision.</param>
public sealed record WebhookVerdict(Verdict? Before, Verdict After, string Policy, long? Revision);

/// <summary>Events sent together.</summary>
/// <param name="Count">How many.</param>
/// <param name="From">When the first happened.</param>
/// <param name="To">When the last did.</param>
/// <param name="Counts">How many of each: <c>Compliant → Drifted</c>, <c>drift.repaired</c>, <c>host.enrol</c>.</param>
/// <param name="Complete">True when <paramref name="Events"/> has all of them; otherwise they are examples.</param>
/// <param name="Events">The events, in order.</param>
public sealed record WebhookDigest(
    long Count,
    DateTimeOffset From,
    DateTimeOffset To,
    IReadOnlyDictionary<string, long> Counts,
    bool Complete,
    IReadOnlyList<WebhookEvent> Events
);
