namespace IwTune.Shared.Fleet.Rollouts;

/// <summary>A time in which no rollout starts a ring.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="From">When it begins.</param>
/// <param name="Until">When it ends.</param>
/// <param name="Author">Who set it.</param>
/// <param name="Reason">Why.</param>
public sealed record Freeze(string Id, DateTimeOffset From, DateTimeOffset Until, string Author, string Reason);

/// <summary>Sets a freeze.</summary>
/// <param name="From">When it begins; <see langword="null"/> for now.</param>
/// <param name="Until">When it ends; <see langword="null"/> with <c>seconds</c>.</param>
/// <param name="Reason">Why.</param>
public sealed record FreezeRequest(DateTimeOffset? From, DateTimeOffset? Until, string Reason)
{
    /// <summary>How long it lasts in place of <c>until</c>, by the server's clock; 1 to 31,622,400 s, which are 366 days.</summary>
    public long? Seconds { get; init; }
}
