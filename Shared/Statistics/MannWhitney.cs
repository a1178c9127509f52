namespace IwTune.Shared.Statistics;

/// <summary>
/// Mann and Whitney's test: whether the numbers of one sample tend to be larger. It tests this order, not the mean and not the median.
/// </summary>
/// <param name="U">In how many pairs the second is larger, ties as halves.</param>
/// <param name="Superiority">The same as a share of all pairs: 0.5 when neither tends to be larger.</param>
/// <param name="Z">Normal deviate, corrected for ties and for continuity.</param>
/// <param name="P">Two-sided; good from about eight numbers a sample on.</param>
public sealed record MannWhitney(double U, double Superiority, double Z, double P)
{
    /// <param name="first">At least one number, in any order.</param>
    /// <param name="second">At least one number, in any order.</param>
    public static MannWhitney Of(IReadOnlyCollection<double> first, IReadOnlyCollection<double> second)
    {
        var (x, y) = (Quantiles.Ascending(first), Quantiles.Ascending(second));
        ArgumentOutOfRangeException.ThrowIfZero(x.Length, nameof(first));
        ArgumentOutOfRangeException.ThrowIfZero(y.Length, nameof(second));
        double u = 0,
            ties = 0;
        for (int i = 0, j = 0; i < x.Length || j < y.Length; )
        {
            // Of each value: those below it are passed, those equal to it are counted together.
            var value = j >= y.Length || (i < x.Length && x[i] < y[j]) ? x[i] : y[j];
            var (below, inFirst, inSecond) = (i, 0L, 0L);
            for (; i < x.Length && x[i] == value; i++)
                inFirst++;
            for (; j < y.Length && y[j] == value; j++)
                inSecond++;
            u += inSecond * (below + inFirst / 2.0);
            double together = inFirst + inSecond;
            ties += together * together * together - together;
        }
        double pairs = (double)x.Length * y.Length,
            all = (double)x.Length + y.Length;
        var variance = pairs / 12 * (all + 1 - ties / (all * (all - 1)));
        var off = u - pairs / 2;
        var z = variance > 0 ? Math.Sign(off) * Math.Max(0, Math.Abs(off) - 0.5) / Math.Sqrt(variance) : 0;
        return new MannWhitney(u, u / pairs, z, 2 * Normal.Cdf(-Math.Abs(z)));
    }
}
