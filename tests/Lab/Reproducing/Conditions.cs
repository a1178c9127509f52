namespace IwTune.Lab.Reproducing;

/// <summary>The conditions of the path between server and client.</summary>
/// <param name="RttMilliseconds">Half of it each way.</param>
/// <param name="RateBitsPerSecond">Of the narrow link towards the client; <see langword="null"/> for none.</param>
/// <param name="QueuePackets">The packets that wait before it; <see langword="null"/> for a deep queue.</param>
/// <param name="Lost">Data packets of each connection that are lost, from 1 on.</param>
internal sealed record Conditions(double RttMilliseconds, double? RateBitsPerSecond = null, int? QueuePackets = null, params int[] Lost)
{
    /// <summary>Additional delay of a packet towards the client, at most; none by default.</summary>
    public TimeSpan Jitter { get; init; }

    public TimeSpan Rtt => TimeSpan.FromMilliseconds(RttMilliseconds);
}
