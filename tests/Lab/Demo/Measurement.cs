using System.Net;
using IwTune.Shared.Model;

namespace IwTune.Lab.Demo;

/// <summary>The state of one host after a step: as the agent reports, as a client measures, and as the model predicts.</summary>
/// <param name="Host">Its name.</param>
/// <param name="Configured">The window as the agent read it, or the kernel's default.</param>
/// <param name="Effective">
/// First flight of a fresh connection by the agent's evidence, segments; without an agent, by the fetched connection's TCP_INFO.
/// </param>
/// <param name="Mss">Bytes.</param>
/// <param name="Rtt">The handshake of the fetch.</param>
/// <param name="Fetch">The median fetch.</param>
/// <param name="Predicted">The model's prediction with these values.</param>
internal sealed record Measurement(
    string Host,
    string Configured,
    int Effective,
    int Mss,
    TimeSpan Rtt,
    TimeSpan Fetch,
    Prediction Predicted
)
{
    /// <summary>The size of the example in the blog that proposed ten segments.</summary>
    public const long Bytes = 13_516;

    public static readonly IReadOnlyList<string> Heading =
    [
        "host",
        "configured",
        "effective",
        "RTT ms",
        "MSS",
        $"fetch {Bytes:#,##0} B ms",
        "model ms",
        "rounds",
    ];

    public IReadOnlyList<string> Row =>
        [
            Host,
            Configured,
            $"{Effective} segments",
            $"{Rtt.TotalMilliseconds:0.0}",
            $"{Mss}",
            $"{Fetch.TotalMilliseconds:0.0}",
            $"{Predicted.Fetch.TotalMilliseconds:0.0}",
            $"{Predicted.Rounds}",
        ];

    /// <summary>Rounds exact, time within the precision of an emulated path: 0.5 ms for each round and one more, and 1 %.</summary>
    public bool AsPredicted =>
        (int)Math.Round(Fetch / Rtt) == Predicted.Rounds
        && Math.Abs((Fetch - Predicted.Fetch).TotalMilliseconds) <= 0.5 * (Predicted.Rounds + 1) + 0.01 * Predicted.Fetch.TotalMilliseconds;

    public static Measurement Take(Site site, SiteHost host, FetchServer server, AgentStatus? agent)
    {
        var fetches = FetchClient.Calm(site.Client, new IPEndPoint(host.Address, Stages.FetchPort), Bytes);
        var median = FetchClient.Median(fetches);
        var kernel = server.AtStart(median.ClientPort);
        var proof = agent?.Proof(agent.Default?.Id);
        var (effective, mss) = (proof?.EffectiveSegments ?? kernel.Cwnd, proof?.Mss ?? kernel.Mss);
        var rtt = fetches.Min(fetch => fetch.Handshake);
        var predicted = SlowStart.Predict(
            new()
            {
                SizeBytes = Bytes,
                Rtt = rtt,
                InitCwnd = effective,
                Mss = mss,
            }
        );
        return new(host.Name, agent?.Default?.Configured.ToString() ?? "default", effective, mss, rtt, median.Transfer, predicted);
    }
}
