using IwTune.Shared.Statistics;

namespace IwTune.Calibration;

/// <summary>Variates of the distributions that the simulated hosts need.</summary>
internal static class Draw
{
    /// <summary>Below this a binomial count of any slot is 0.</summary>
    private const double Never = 1e-9;

    /// <summary>A standard normal variate (Box and Muller 1958): faster than the exact quantile, and millions are drawn.</summary>
    public static double Normal(SeededRandom random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.Share())) * Math.Cos(2 * Math.PI * random.Share());

    /// <summary>A gamma variate with mean 1 (Marsaglia and Tsang 2000).</summary>
    /// <param name="random">Draws.</param>
    /// <param name="shape">Above 0: 1/(coefficient of variation)².</param>
    public static double Gamma(SeededRandom random, double shape)
    {
        if (shape < 1)
            return Gamma(random, shape + 1) * (shape + 1) / shape * Math.Pow(1 - random.Share(), 1 / shape);
        var d = shape - (1.0 / 3);
        var c = 1 / Math.Sqrt(9 * d);
        while (true)
        {
            var z = Normal(random);
            var v = 1 + (c * z);
            v = v * v * v;
            if (v > 0 && Math.Log(1 - random.Share()) < (0.5 * z * z) + d - (d * v) + (d * Math.Log(v)))
                return d * v / shape;
        }
    }

    /// <summary>A variate of the beta distribution with this mean and coefficient of variation.</summary>
    public static double Beta(SeededRandom random, double mean, double variation)
    {
        var precision = ((1 - mean) / (mean * variation * variation)) - 1;
        var (a, b) = (mean * precision, (1 - mean) * precision);
        var (one, other) = (a * Gamma(random, a), b * Gamma(random, b));
        return one / (one + other);
    }

    /// <summary>A binomial count, drawn by the gaps between events: fast where events are rare.</summary>
    public static int Binomial(SeededRandom random, int of, double share)
    {
        if (share < Never)
            return 0;
        if (share >= 1)
            return of;
        var (count, log) = (0, Math.Log(1 - share));
        for (var at = -1.0; ; )
        {
            at += 1 + Math.Floor(Math.Log(1 - random.Share()) / log);
            if (at >= of)
                return count;
            count++;
        }
    }
}
