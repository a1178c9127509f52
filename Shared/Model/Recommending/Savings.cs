using IwTune.Shared.Statistics;

namespace IwTune.Shared.Model.Recommending;

/// <summary>What responses save, as a distribution, with intervals by resampling its counts.</summary>
internal sealed class Savings
{
    /// <summary>Maximum number of distinct values; beyond it neighbours are merged.</summary>
    private const int MostValues = 256;

    private readonly double[] _values;
    private readonly double[] _weights;
    private readonly double _all;

    private Savings(double[] values, double[] weights, double all)
    {
        _values = values;
        _weights = weights;
        _all = all;
    }

    /// <param name="saved">What each response saves.</param>
    /// <param name="mix">How many there are of each.</param>
    public static Savings Of(double[] saved, TrafficMix mix)
    {
        var weights = new double[saved.Length];
        for (var at = 0; at < weights.Length; at++)
            weights[at] = mix.Responses[at].Weight;
        var values = (double[])saved.Clone();
        Array.Sort(values, weights);
        var all = 0.0;
        foreach (var weight in weights)
            all += weight;
        return Join(values, weights, all);
    }

    public double Mean
    {
        get
        {
            var sum = 0.0;
            for (var at = 0; at < _values.Length; at++)
                sum += _values[at] * _weights[at];
            return _all > 0 ? sum / _all : 0;
        }
    }

    /// <summary>Median, 90th percentile and mean with their intervals of 95 %.</summary>
    /// <param name="connections">How many were seen; 0 for a description, which has no interval.</param>
    /// <param name="seed">Of the drawing.</param>
    public (Interval P50, Interval P90, Interval Mean) Estimate(long connections, ulong seed)
    {
        var (p50, p90, mean) = (Quantile(_weights, 0.5), Quantile(_weights, 0.9), Mean);
        if (connections < 2 || _values.Length == 0)
            return (new(p50, p50, p50), new(p90, p90, p90), new(mean, mean, mean));
        var random = new SeededRandom(seed);
        var (p50s, p90s, means) = (
            new double[ClusterBootstrap.Resamples],
            new double[ClusterBootstrap.Resamples],
            new double[ClusterBootstrap.Resamples]
        );
        var drawn = new double[_values.Length];
        for (var time = 0; time < ClusterBootstrap.Resamples; time++)
        {
            // Independent Poisson counts: the result of drawing that many connections, whatever their number.
            var (count, sum) = (0.0, 0.0);
            for (var at = 0; at < drawn.Length; at++)
            {
                drawn[at] = Poisson(_weights[at] / _all * connections, random);
                count += drawn[at];
                sum += drawn[at] * _values[at];
            }
            p50s[time] = count > 0 ? Quantile(drawn, 0.5) : p50;
            p90s[time] = count > 0 ? Quantile(drawn, 0.9) : p90;
            means[time] = count > 0 ? sum / count : mean;
        }
        return (Between(p50, p50s), Between(p90, p90s), Between(mean, means));
    }

    private static Interval Between(double value, double[] drawn)
    {
        Array.Sort(drawn);
        return new(value, Quantiles.Of(drawn, 0.025), Quantiles.Of(drawn, 0.975));
    }

    private double Quantile(double[] weights, double share)
    {
        var all = 0.0;
        foreach (var weight in weights)
            all += weight;
        var seen = 0.0;
        for (var at = 0; at < _values.Length; at++)
        {
            seen += weights[at];
            if (seen >= share * all && seen > 0)
                return _values[at];
        }
        return _values.Length > 0 ? _values[^1] : 0;
    }

    private static Savings Join(double[] values, double[] weights, double all)
    {
        List<double> kept = [],
            counts = [];
        var room = all / MostValues;
        for (var at = 0; at < values.Length; at++)
        {
            var same = kept.Count > 0 && values[at] == kept[^1];
            if (!same && (kept.Count == 0 || counts[^1] >= room || counts[^1] + weights[at] > 2 * room))
            {
                kept.Add(values[at]);
                counts.Add(weights[at]);
                continue;
            }
            var sum = counts[^1] + weights[at];
            kept[^1] = same || sum <= 0 ? kept[^1] : (kept[^1] * counts[^1] + values[at] * weights[at]) / sum;
            counts[^1] = sum;
        }
        return new([.. kept], [.. counts], all);
    }

    private static double Poisson(double mean, SeededRandom random)
    {
        if (mean >= 30)
        {
            // Box and Muller: the normal distribution is near enough from here on.
            var normal = Math.Sqrt(-2 * Math.Log(1 - random.Share())) * Math.Cos(2 * Math.PI * random.Share());
            return Math.Max(0, Math.Round(mean + Math.Sqrt(mean) * normal));
        }
        var (count, product, floor) = (0, 1 - random.Share(), Math.Exp(-mean));
        while (product > floor)
        {
            product *= 1 - random.Share();
            count++;
        }
        return count;
    }
}
