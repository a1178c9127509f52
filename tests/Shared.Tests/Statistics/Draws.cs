using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

/// <summary>Numbers of distributions, for simulations.</summary>
internal static class Draws
{
    /// <summary>A binomial number, drawn by the gaps between events: fast when events are rare.</summary>
    public static int Binomial(SeededRandom random, int of, double share)
    {
        if (share >= 1)
            return of;
        if (share < 1e-9)
            return 0;
        var (count, log) = (0, Math.Log(1 - share));
        for (var at = -1.0; share > 0; )
        {
            at += 1 + Math.Floor(Math.Log(1 - random.Share()) / log);
            if (at >= of)
                break;
            count++;
        }
        return count;
    }

    /// <summary>A gamma variate with mean 1 (Marsaglia and Tsang 2000).</summary>
    /// <param name="random">Draws.</param>
    /// <param name="shape">Above 0.</param>
    public static double Gamma(SeededRandom random, double shape)
    {
        if (shape < 1)
            return Gamma(random, shape + 1) * (shape + 1) / shape * Math.Pow(1 - random.Share(), 1 / shape);
        var d = shape - 1.0 / 3;
        var c = 1 / Math.Sqrt(9 * d);
        while (true)
        {
            // Box and Muller: the exact quantile would take most of a simulation's time.
            var z = Math.Sqrt(-2 * Math.Log(1 - random.Share())) * Math.Cos(2 * Math.PI * random.Share());
            var v = 1 + c * z;
            v = v * v * v;
            if (v > 0 && Math.Log(1 - random.Share()) < 0.5 * z * z + d - d * v + d * Math.Log(v))
                return d * v / shape;
        }
    }
}
