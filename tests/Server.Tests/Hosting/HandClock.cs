namespace IwTune.Server.Tests.Hosting;

/// <summary>A clock that stands until it is moved, for moments and durations alike.</summary>
internal sealed class HandClock : TimeProvider
{
    private DateTimeOffset now = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero);

    public void Advance(TimeSpan by) => now += by;

    public override DateTimeOffset GetUtcNow() => now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => now.Ticks;
}
