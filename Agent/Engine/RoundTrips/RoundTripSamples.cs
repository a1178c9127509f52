using System.Net;

namespace IwTune.Agent.Engine.RoundTrips;

/// <summary>What several handshakes with one service took.</summary>
/// <param name="To">The service.</param>
/// <param name="Microseconds">One for each connection that counted, in the order of time.</param>
/// <param name="Lost">Connections that failed or lost a SYN.</param>
/// <param name="Problem">Why the last failed one did; empty when none failed.</param>
public sealed record RoundTripSamples(IPEndPoint To, IReadOnlyList<long> Microseconds, int Lost, string Problem)
{
    /// <summary>What the last answer offered; <see langword="null"/> when there was none, or where the system does not show it.</summary>
    public HandshakeAnswer? Answer { get; init; }

    /// <summary>The least: the path without queues.</summary>
    /// <exception cref="InvalidOperationException">No connection counted.</exception>
    public long Min => Microseconds.Min();

    /// <inheritdoc cref="At"/>
    public long Median => At(50);

    /// <inheritdoc cref="At"/>
    public long P90 => At(90);

    /// <summary>The sample that this percentage of samples does not exceed (nearest rank: always one that was measured).</summary>
    /// <exception cref="InvalidOperationException">No connection counted.</exception>
    private long At(int percent)
    {
        if (Microseconds.Count == 0)
            throw new InvalidOperationException("no connection counted");
        var ordered = Microseconds.Order().ToList();
        return ordered[((percent * ordered.Count) + 99) / 100 - 1];
    }
}
