namespace IwTune.Agent.Engine.RoundTrips;

/// <summary>One connection that was opened to measure its round trip.</summary>
/// <param name="Microseconds">The round trip; <see langword="null"/> when the connection failed.</param>
/// <param name="SynLost">
/// True when a SYN was retransmitted: which of the two was answered is not known (Karn's algorithm, RFC 6298 section 3).
/// </param>
/// <param name="Problem">Why it failed; empty when it did not.</param>
/// <param name="Answer">What the other end offered; <see langword="null"/> when it failed, or where the system does not show it.</param>
public sealed record Handshake(long? Microseconds, bool SynLost = false, string Problem = "", HandshakeAnswer? Answer = null)
{
    /// <summary>True when its time describes the path.</summary>
    public bool Counts => Microseconds is not null && !SynLost;
}
