using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks;

/// <summary>A stored webhook.</summary>
internal sealed class Webhook
{
    public string Id { get; init; } = "";
    public string Name { get; init; } = "";
    public string Receiver { get; init; } = "";

    /// <summary><c>,rollout,drift,</c>: a comma on both sides of each, for <c>like</c>.</summary>
    public string Kinds { get; init; } = "";
    public string Selector { get; init; } = "";
    public string Format { get; init; } = "";

    /// <summary>Address and secrets, sealed.</summary>
    public string Sealed { get; init; } = "";
    public long? FormerUntil { get; init; }
    public string State { get; init; } = "";
    public string Author { get; init; } = "";
    public long CreatedAt { get; init; }
    public long? DeliveredAt { get; init; }

    /// <summary>How often in a row the receiver was not there or asked to be left alone.</summary>
    public long Failures { get; init; }

    /// <summary>Nothing is sent before.</summary>
    public long NotBefore { get; init; }
    public string Problem { get; init; } = "";
    public long Waiting { get; init; }
    public long Dead { get; init; }

    public WebhookFormat BodyFormat => Enum.Parse<WebhookFormat>(Format);

    public WebhookSummary Summary(long now) =>
        new()
        {
            Id = Id,
            Name = Name,
            Receiver = Receiver,
            Kinds = Kinds.Split(',', StringSplitOptions.RemoveEmptyEntries),
            Selector = Selector,
            Format = BodyFormat,
            State = Enum.Parse<WebhookState>(State),
            Author = Author,
            Created = Clock.At(CreatedAt),
            Delivered = Clock.At(DeliveredAt),
            Problem = Problem,
            PausedUntil = NotBefore > now ? Clock.At(NotBefore) : null,
            FormerSecretUntil = FormerUntil > now ? Clock.At(FormerUntil) : null,
            Waiting = Waiting,
            Dead = Dead,
        };
}
