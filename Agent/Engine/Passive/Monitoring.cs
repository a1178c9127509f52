namespace IwTune.Agent.Engine.Passive;

/// <summary>
/// Whether loss in the first flight would be seen now. RFC 6928 §12: a larger initial window must not be turned on without monitoring.
/// </summary>
/// <param name="clock">Dates the looks.</param>
public sealed class Monitoring(TimeProvider clock)
{
    /// <summary>
    /// The time within which a look is expected: the longest pause of <see cref="LookingBudget"/>, and the time a pass takes.
    /// </summary>
    public static readonly TimeSpan Interval = TimeSpan.FromMinutes(5);

    private long _looked = clock.GetTimestamp();

    /// <summary>A pass over the connections succeeded and the ends of connections were among what it could see.</summary>
    public void Looked() => Volatile.Write(ref _looked, clock.GetTimestamp());

    /// <summary>The time without a look: since the last pass, or since the start when there was none.</summary>
    public TimeSpan Blind => clock.GetElapsedTime(Volatile.Read(ref _looked));
}
