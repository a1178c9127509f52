namespace IwTune.Server.Tests.Features.Compliance;

/// <summary>A clock that stands until it is moved.</summary>
internal sealed class SetClock : TimeProvider
{
    private static readonly DateTimeOffset Start = new(2026, 3, 1, 8, 0, 0, TimeSpan.Zero);
    private long ticks = Start.UtcTicks;

    public void Advance(TimeSpan by) => Interlocked.Add(ref ticks, by.Ticks);

    public override DateTimeOffset GetUtcNow() => new(Interlocked.Read(ref ticks), TimeSpan.Zero);
}
