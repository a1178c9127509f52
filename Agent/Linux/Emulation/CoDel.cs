namespace IwTune.Agent.Linux.Emulation;

/// <summary>
/// Controlled Delay (RFC 8289): a queue that stays above its target for an interval loses packets, ever faster until it is shorter.
/// </summary>
/// <param name="Target">How long packets may wait for good. RFC 8289 §4.3: 5 ms, but not less than one packet takes on the link.</param>
/// <param name="Interval">How long it may be exceeded; a round-trip time of the slow ones. RFC 8289 §4.3: 100 ms.</param>
public sealed record CoDel(TimeSpan Target, TimeSpan Interval)
{
    /// <summary>The values of the RFC.</summary>
    public static CoDel Standard { get; } = new(TimeSpan.FromMilliseconds(5), TimeSpan.FromMilliseconds(100));
}
