using IwTune.Agent.Engine.RoundTrips;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>rtt --json</c> writes. Times are milliseconds.</summary>
/// <param name="Host">As it was requested.</param>
/// <param name="Address">Where the connections went.</param>
/// <param name="Port">TCP port.</param>
/// <param name="MinMs">The least.</param>
/// <param name="MedianMs">The middle one.</param>
/// <param name="P90Ms">Nine of ten do not exceed it.</param>
/// <param name="SamplesMs">Each connection that counted.</param>
/// <param name="Lost">Connections that failed or lost a packet.</param>
internal sealed record MeasuredRtt(
    string Host,
    string Address,
    int Port,
    double MinMs,
    double MedianMs,
    double P90Ms,
    IReadOnlyList<double> SamplesMs,
    int Lost
)
{
    /// <summary>What the host offered in its answer; <see langword="null"/> where the system does not show it.</summary>
    public HandshakeAnswer? Answer { get; init; }

    /// <summary>The other ports that answered, in the order in which they were named.</summary>
    public IReadOnlyList<MeasuredRtt> Compared { get; init; } = [];

    /// <summary>Signs that another machine answers on one of the ports, as sentences.</summary>
    public IReadOnlyList<string> Signs { get; init; } = [];

    public static MeasuredRtt Of(string host, RoundTripSamples times) =>
        new(
            host,
            times.To.Address.ToString(),
            times.To.Port,
            Milliseconds(times.Min),
            Milliseconds(times.Median),
            Milliseconds(times.P90),
            [.. times.Microseconds.Select(Milliseconds)],
            times.Lost
        )
        {
            Answer = times.Answer,
        };

    private static double Milliseconds(long microseconds) => microseconds / 1000.0;
}
