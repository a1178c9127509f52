using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>The buffer at the narrow link, and what first flights that overflow it cost.</summary>
/// <remarks>A buffer of B packets loses what a flight has beyond B + 1 (docs/science.md, "Overflow of the first flight").</remarks>
internal sealed class Buffer
{
    /// <summary>What is taken where nothing is known, packets.</summary>
    public const long Unknown = 10;

    /// <summary>
    /// A sender that paces sends this many at once and spreads the rest (net/ipv4/tcp_output.c, tcp_update_pacing_rate; bbr).
    /// </summary>
    private const int AtOnceWhenPaced = 10;

    private readonly List<(long Connections, double Share)> _together = [];
    private readonly int _mss;
    private readonly bool _paced;

    private Buffer(RecommendationCase asked, PathEvidence seen, TrafficMix mix)
    {
        _mss = asked.Segment;
        _paced = IsPaced(asked.Traffic);
        var all = 0L;
        foreach (var (connections, count) in Histogram.Of(asked.Traffic.Concurrency)?.Numbers ?? [])
        {
            _together.Add((Math.Max(1, connections), count));
            all += count;
        }
        if (all == 0)
            _together.Add((1, all = 1));
        for (var at = 0; at < _together.Count; at++)
            _together[at] = (_together[at].Connections, _together[at].Share / all);
        Packets = Math.Max(
            Unknown,
            Math.Max(Queued(seen), asked.Described || !GuardrailCheck.SpeaksForMore(seen) ? 0 : Flown(asked.Current, mix))
        );
    }

    /// <summary>
    /// How many packets it is taken to hold: what was seen queueing or flying without loss, and never less than <see cref="Unknown"/>,
    /// because a short queue is no short buffer.
    /// </summary>
    public long Packets { get; }

    /// <summary>True when most connections use a congestion control that paces its first flight.</summary>
    public bool Paced => _paced;

    public static Buffer Of(RecommendationCase asked, PathEvidence seen, TrafficMix mix) => new(asked, seen, mix);

    /// <summary>Share of responses that overflow it with this window, and what that costs one on average, ms.</summary>
    public (double Share, double Ms) Risk(int window, TrafficMix mix)
    {
        var (share, cost, all) = (0.0, 0.0, 0.0);
        foreach (var response in mix.Responses)
        {
            var flight = AtOnce(window, response);
            all += response.Weight;
            foreach (var (connections, part) in _together)
            {
                var lost = flight * connections - (Packets + 1);
                if (lost <= 0)
                    continue;
                share += response.Weight * part;
                cost += response.Weight * part * Rounds((double)lost / (flight * connections)) * response.RttMicroseconds / 1000.0;
            }
        }
        return all > 0 ? (share / all, cost / all) : (0, 0);
    }

    /// <summary>
    /// Round trips that an overflow costs: one for a single loss, three where a third is lost and retransmissions are lost in part, too
    /// (measured; the shape, not the digit).
    /// </summary>
    private static double Rounds(double lost) => 1 + 2 * Math.Min(1, 3 * lost);

    private long AtOnce(int window, Response response)
    {
        var flight = Math.Min(window, (response.Bytes + _mss - 1) / _mss);
        return _paced ? Math.Min(flight, AtOnceWhenPaced) : flight;
    }

    /// <summary>The queue that was seen, in packets.</summary>
    private long Queued(PathEvidence seen) =>
        seen is { QueueP90: { } delay, RateP50: { } rate } ? (long)Math.Min(1e6, delay / 1e6 * rate / 8 / _mss) : 0;

    /// <summary>What flies today without loss: the tenth of the largest flights.</summary>
    private long Flown(int window, TrafficMix mix)
    {
        SortedDictionary<long, double> flights = [];
        var all = 0.0;
        foreach (var response in mix.Responses)
        {
            foreach (var (connections, part) in _together)
            {
                var packets = AtOnce(window, response) * connections;
                flights[packets] = flights.GetValueOrDefault(packets) + response.Weight * part;
                all += response.Weight * part;
            }
        }
        var seen = 0.0;
        foreach (var (packets, weight) in flights)
        {
            seen += weight;
            if (seen >= 0.9 * all)
                return packets - 1;
        }
        return 0;
    }

    private static bool IsPaced(TrafficProfile traffic)
    {
        var (paced, all) = (0L, 0L);
        foreach (var (name, connections) in traffic.CongestionControls)
        {
            all += connections;
            paced += name.StartsWith("bbr", StringComparison.Ordinal) ? connections : 0;
        }
        return paced * 2 > all;
    }
}
