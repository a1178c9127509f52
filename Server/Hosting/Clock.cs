namespace IwTune.Server.Hosting;

/// <summary>Time as the store writes it: unix milliseconds.</summary>
internal static class Clock
{
    public static long Now(this TimeProvider clock) => clock.GetUtcNow().ToUnixTimeMilliseconds();

    public static DateTimeOffset At(long milliseconds) => DateTimeOffset.FromUnixTimeMilliseconds(milliseconds);

    public static DateTimeOffset? At(long? milliseconds) => milliseconds is { } value ? At(value) : null;

    /// <summary>A UUIDv7 (RFC 9562 §5.7): ids sort by the time they were made.</summary>
    public static string NewId(this TimeProvider clock) => Guid.CreateVersion7(clock.GetUtcNow()).ToString();
}
