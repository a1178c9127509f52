namespace IwTune.Agent.Engine.RoundTrips;

/// <summary>One connection that was opened to see how long it takes.</summary>
/// <param name="Microseconds">The round trip; <see langword="null"/> when it did not come to be.</param>
/// <param name="SynLost">
/// True when a SYN was sent again: which of the two was answered cannot be told (Karn's algorithm, RFC 6298 section 3).
/// </param>
/// <param name="Problem">Why it did not come to be; empty when it did.</param>
public sealed record Handshake(long? Microseconds, bool SynLost = false, string Problem = "")
{
    /// <summary>True when its time says something of the path.</summary>
    public bool Counts => Microseconds is not null && !SynLost;
}
