namespace IwTune.Shared.Model.Recommending;

/// <summary>The expected result of every candidate, by the closed form over every response.</summary>
internal sealed class Sweep
{
    private readonly Dictionary<int, (double[] Ms, double[] Rounds)> _of = [];
    private readonly TrafficMix _mix;
    private readonly RecommendationCase _asked;
    private readonly double? _rate;

    private Sweep(RecommendationCase asked, double? rate, TrafficMix mix, Buffer buffer)
    {
        _asked = asked;
        _rate = rate;
        _mix = mix;
        Buffer = buffer;
    }

    public Buffer Buffer { get; }

    public TrafficMix Mix => _mix;

    public static Sweep Of(RecommendationCase asked, PathEvidence seen, TrafficMix mix) =>
        new(asked, seen.RateP50 is > 0 ? seen.RateP50 : null, mix, Buffer.Of(asked, seen, mix));

    /// <summary>The same for some of the responses: over the same path, with the same buffer.</summary>
    public Sweep Within(TrafficMix part) => new(_asked, _rate, part, Buffer);

    /// <summary>Time saved on average against the window in force, ms.</summary>
    public double Gain(int window) => Saved(window).Mean;

    /// <summary>How much more overflows cost on average than with the window in force, ms.</summary>
    public double MoreRisk(int window) => Buffer.Risk(window, _mix).Ms - Buffer.Risk(_asked.Current, _mix).Ms;

    /// <summary>What is saved, ms.</summary>
    public Savings Saved(int window) => Difference(At(_asked.Current).Ms, At(window).Ms);

    /// <summary>What is saved, rounds.</summary>
    public Savings RoundsSaved(int window) => Difference(At(_asked.Current).Rounds, At(window).Rounds);

    /// <summary>Time of a response, ms.</summary>
    public Savings Times(int window) => Savings.Of(At(window).Ms, _mix);

    /// <summary>Rounds on average.</summary>
    public double Rounds(int window) => Savings.Of(At(window).Rounds, _mix).Mean;

    /// <summary>Time on average, ms.</summary>
    public double Mean(int window) => Times(window).Mean;

    public SweepPoint Point(int window, bool allowed)
    {
        var (p50, p90, _) = Times(window).Estimate(0, 0);
        var (share, ms) = Buffer.Risk(window, _mix);
        return new(window, p50.Estimate, p90.Estimate, Gain(window), share, ms, allowed);
    }

    private Savings Difference(double[] before, double[] after)
    {
        var saved = new double[before.Length];
        for (var at = 0; at < saved.Length; at++)
            saved[at] = before[at] - after[at];
        return Savings.Of(saved, _mix);
    }

    private (double[] Ms, double[] Rounds) At(int window)
    {
        if (_of.TryGetValue(window, out var known))
            return known;
        var (ms, rounds) = (new double[_mix.Responses.Count], new double[_mix.Responses.Count]);
        for (var at = 0; at < ms.Length; at++)
        {
            var response = _mix.Responses[at];
            var predicted = SlowStart.Predict(
                new Transfer
                {
                    SizeBytes = response.Bytes,
                    Rtt = new TimeSpan(response.RttMicroseconds * TimeSpan.TicksPerMicrosecond),
                    InitCwnd = window,
                    Mss = _asked.Segment,
                    RateBitsPerSecond = _rate,
                }
            );
            ms[at] = predicted.Fetch.TotalMilliseconds;
            rounds[at] = predicted.Rounds;
        }
        return _of[window] = (ms, rounds);
    }
}
