namespace IwTune.Shared.Statistics;

/// <summary>
/// Whether two arms got as many units as they should have. When they did not, the assignment to arms is not random, or units of one arm are
/// lost on the way, and no comparison of the arms means anything.
/// </summary>
/// <param name="Share">The second arm's share of all.</param>
/// <param name="Expected">What it should be.</param>
/// <param name="P">How likely a share as far off is by chance.</param>
public sealed record SampleRatio(double Share, double Expected, double P)
{
    /// <summary>Below this the arms are not comparable. Strict, because it is evaluated often.</summary>
    public const double Broken = 0.001;

    /// <summary>Up to so many units the binomial distribution is summed exactly.</summary>
    private const long Exactly = 1000;

    /// <summary>True when the arms must not be compared.</summary>
    public bool IsBroken => P < Broken;

    /// <param name="first">Units of the first arm.</param>
    /// <param name="second">Units of the second arm.</param>
    /// <param name="expected">The share that the second should have, above 0 and below 1.</param>
    public static SampleRatio Of(long first, long second, double expected = 0.5)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(first);
        ArgumentOutOfRangeException.ThrowIfNegative(second);
        if (expected is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(expected), expected, "a share above 0 and below 1 is needed");
        var all = first + second;
        return all == 0
            ? new SampleRatio(expected, expected, 1)
            : new SampleRatio(
                (double)second / all,
                expected,
                all <= Exactly ? Binomial(all, second, expected) : ChiSquare(all, second, expected)
            );
    }

    /// <summary>
    /// For connections that are not independent, because those of one unit (a peer) are mostly in one arm: each unit was in the arms at
    /// random, with equal probability for both (<see cref="SignFlips"/>).
    /// </summary>
    /// <param name="units">Connections of each unit in the first and in the second arm.</param>
    public static SampleRatio OfUnits(IReadOnlyList<(long First, long Second)> units)
    {
        var (first, second) = (0L, 0L);
        var differences = new double[units.Count];
        for (var unit = 0; unit < differences.Length; unit++)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(units[unit].First, nameof(units));
            ArgumentOutOfRangeException.ThrowIfNegative(units[unit].Second, nameof(units));
            (first, second) = (first + units[unit].First, second + units[unit].Second);
            differences[unit] = units[unit].Second - units[unit].First;
        }
        return first + second == 0
            ? new SampleRatio(0.5, 0.5, 1)
            : new SampleRatio((double)second / (first + second), 0.5, SignFlips.TwoSided(differences));
    }

    /// <summary>Pearson's χ² with one degree of freedom, whose root is a normal deviate.</summary>
    internal static double ChiSquare(long all, long second, double expected) =>
        2 * Normal.Cdf(-Math.Abs(second - all * expected) / Math.Sqrt(all * expected * (1 - expected)));

    /// <summary>The exact two-sided test: every result that is no likelier than the observed one.</summary>
    internal static double Binomial(long all, long second, double expected)
    {
        double log = all * Math.Log(1 - expected),
            odds = Math.Log(expected / (1 - expected)),
            seen = 0;
        var likely = new double[all + 1];
        for (long count = 0; count <= all; count++)
        {
            likely[count] = log;
            log += Math.Log((all - count) / (count + 1.0)) + odds;
            if (count == second)
                seen = likely[count];
        }
        // Equally likely ones differ in their last digits.
        var limit = seen + 1e-7;
        double p = 0;
        foreach (var one in likely)
            p += one <= limit ? Math.Exp(one) : 0;
        return Math.Min(1, p);
    }
}
