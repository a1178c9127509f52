using System.Globalization;
using System.Text.Json;
using IwTune.Server.Features.Webhooks.Formats;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>A stored delivery.</summary>
internal sealed class DeliveryRow
{
    public string Id { get; init; } = "";
    public string WebhookId { get; init; } = "";
    public long Number { get; init; }
    public string Kind { get; init; } = "";
    public string Type { get; init; } = "";
    public string Subject { get; init; } = "";
    public string HostId { get; init; } = "";
    public long At { get; init; }
    public string State { get; init; } = "";
    public long Tries { get; init; }
    public long NextAt { get; init; }
    public long? EndedAt { get; init; }
    public long? Status { get; init; }
    public string Answer { get; init; } = "";
    public string Event { get; init; } = "";

    public bool IsDigest => Type == Digest.Type;

    public WebhookEvent Happened() => JsonSerializer.Deserialize(Event, WebhookJson.Default.WebhookEvent)!;

    public WebhookDelivery Read(EventBody body, WebhookFormat format) =>
        new()
        {
            Id = Id,
            Type = Type,
            Subject = Subject,
            At = Clock.At(At),
            State = Enum.Parse<DeliveryState>(State),
            Tries = (int)Tries,
            Next = State == nameof(DeliveryState.Waiting) ? Clock.At(NextAt) : null,
            Ended = Clock.At(EndedAt),
            Status = (int?)Status,
            Answer = Answer,
            Body = body.Write(Happened(), format).Text,
        };

    public static DeliveryState? StateOf(string? word) =>
        word?.ToUpperInvariant() switch
        {
            "WAITING" => DeliveryState.Waiting,
            "DELIVERED" => DeliveryState.Delivered,
            "DEAD" => DeliveryState.Dead,
            _ => null,
        };
}

/// <summary>Where a page of deliveries continues.</summary>
/// <param name="Number">Of the last one shown.</param>
/// <param name="Id">Its id.</param>
internal sealed record DeliveryCursor(long Number, string Id)
{
    /// <returns>False when no page returned this cursor; an empty one is the beginning.</returns>
    public static bool TryParse(string? text, out DeliveryCursor? cursor)
    {
        cursor = null;
        if (string.IsNullOrEmpty(text))
            return true;
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        if (
            colon <= 0
            || text.Length > 200
            || !long.TryParse(text.AsSpan(0, colon), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        )
            return false;
        cursor = new(number, text[(colon + 1)..]);
        return true;
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Number}:{Id}");
}
