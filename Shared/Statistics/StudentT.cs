namespace IwTune.Shared.Statistics;

/// <summary>
/// Student's t distribution: of a mean of normal numbers, in units of its estimated standard error. Good to 1e-9 for up to 100,000 degrees
/// of freedom, which need not be whole (Abramowitz and Stegun 26.7).
/// </summary>
public static class StudentT
{
    /// <summary>Lanczos' coefficients for g = 7.</summary>
    private static readonly double[] Lanczos =
    [
        0.99999999999980993,
        676.5203681218851,
        -1259.1392167224028,
        771.32342877765313,
        -176.61502916214059,
        12.507343278686905,
        -0.13857109526572012,
        9.9843695780195716e-6,
        1.5056327351493116e-7,
    ];

    /// <summary>The share of all that is below <paramref name="t"/>.</summary>
    /// <param name="t">Any number.</param>
    /// <param name="freedom">Degrees of freedom, above 0.</param>
    public static double Cdf(double t, double freedom)
    {
        Check(freedom);
        var above = Above(Math.Abs(t), freedom);
        return t < 0 ? above : 1 - above;
    }

    /// <summary>The number that this share of all is below: the inverse of <see cref="Cdf"/>.</summary>
    /// <param name="share">Above 0 and below 1.</param>
    /// <param name="freedom">Degrees of freedom, above 0.</param>
    public static double Quantile(double share, double freedom)
    {
        Check(freedom);
        if (share is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(share), share, "a share above 0 and below 1 is needed");
        if (share < 0.5)
            return -Quantile(1 - share, freedom);
        var (low, high) = (0.0, 1.0);
        while (Above(high, freedom) > 1 - share)
            (low, high) = (high, 2 * high);
        while (high - low > 1e-13 * high)
        {
            var middle = (low + high) / 2;
            if (middle == low || middle == high)
                break;
            (low, high) = Above(middle, freedom) > 1 - share ? (middle, high) : (low, middle);
        }
        return (low + high) / 2;
    }

    /// <summary>The share above a number that is not negative.</summary>
    private static double Above(double t, double freedom) => IncompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;

    /// <summary>The regularized incomplete beta function (26.5.8), by its continued fraction where that converges fast.</summary>
    private static double IncompleteBeta(double a, double b, double x)
    {
        if (x is <= 0 or >= 1)
            return x <= 0 ? 0 : 1;
        var front = Math.Exp(LogGamma(a + b) - LogGamma(a) - LogGamma(b) + a * Math.Log(x) + b * Math.Log(1 - x));
        return x < (a + 1) / (a + b + 2) ? front * Fraction(a, b, x) / a : 1 - front * Fraction(b, a, 1 - x) / b;
    }

    /// <summary>Lentz's method.</summary>
    private static double Fraction(double a, double b, double x)
    {
        const double Tiny = 1e-300;
        double c = 1,
            d = 1 / NotZero(1 - (a + b) * x / (a + 1)),
            value = d;
        for (var m = 1; m <= 10_000; m++)
        {
            var even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / NotZero(1 + even * d);
            c = NotZero(1 + even / c);
            value *= d * c;
            var odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / NotZero(1 + odd * d);
            c = NotZero(1 + odd / c);
            value *= d * c;
            if (Math.Abs(d * c - 1) < 1e-15)
                break;
        }
        return value;

        static double NotZero(double number) => Math.Abs(number) < Tiny ? Tiny : number;
    }

    private static double LogGamma(double x)
    {
        if (x < 0.5)
            return Math.Log(Math.PI / Math.Sin(Math.PI * x)) - LogGamma(1 - x);
        var sum = Lanczos[0];
        for (var at = 1; at < Lanczos.Length; at++)
            sum += Lanczos[at] / (x - 1 + at);
        var shifted = x + 6.5;
        return 0.5 * Math.Log(2 * Math.PI) + (x - 0.5) * Math.Log(shifted) - shifted + Math.Log(sum);
    }

    private static void Check(double freedom)
    {
        if (freedom is not > 0)
            throw new ArgumentOutOfRangeException(nameof(freedom), freedom, "degrees of freedom above 0 are needed");
    }
}
