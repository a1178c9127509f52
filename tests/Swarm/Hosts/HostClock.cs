namespace IwTune.Swarm.Hosts;

/// <summary>A host's clock, which may be set wrong. Elapsed time is not affected, as on a real host.</summary>
internal sealed class HostClock : TimeProvider
{
    private long _ahead;

    /// <summary>Sets it forward, or back when negative.</summary>
    public void Jump(TimeSpan by) => Interlocked.Add(ref _ahead, by.Ticks);

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => System.GetUtcNow().AddTicks(Interlocked.Read(ref _ahead));
}
