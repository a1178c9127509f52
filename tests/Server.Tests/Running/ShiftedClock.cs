namespace IwTune.Server.Tests.Running;

/// <summary>The real clock, which a test can move forward. Timers run in real time.</summary>
internal sealed class ShiftedClock : TimeProvider
{
    private long shift;

    public void Advance(TimeSpan by) => Interlocked.Add(ref shift, by.Ticks);

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow().AddTicks(Interlocked.Read(ref shift));
}
