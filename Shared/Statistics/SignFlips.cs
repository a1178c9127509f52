using System.Numerics;

namespace IwTune.Shared.Statistics;

/// <summary>
/// Tests whether differences between two arms tend to one side when each unit was in one arm or the other at random (Fisher's randomization
/// test). Without an effect the sign of each difference is a fair coin, whatever the sizes are: bursts within a unit cannot make a false
/// alarm. The p-value is exact, and uniform only up to its steps: it is at least 2⁻ⁿ with n units.
/// </summary>
/// <remarks>
/// The statistic is the sum of signed scores. The score of a difference d is |d|/√(1 + |d|): it grows like d for small differences, and
/// like √d for large ones, so that one unit with a long burst does not outweigh all others. The validity of the test does not depend on
/// the score. Scores are rounded to whole steps, and the distribution of their sum over all 2ⁿ signs is computed by convolution.
/// </remarks>
public static class SignFlips
{
    /// <summary>Steps of the sum of all scores: at least this many, and at least four a unit.</summary>
    private const int Steps = 2048;

    /// <summary>Up to so many units the exact value is always computed.</summary>
    private const int Few = 20;

    /// <summary>
    /// One-sided: how probable a sum as large as the observed one is without an effect. Above about 0.3 a normal approximation, which
    /// decides nothing.
    /// </summary>
    /// <param name="differences">Treatment less control, one for each unit, in any unit; zeros do not count.</param>
    public static double Greater(IReadOnlyList<double> differences)
    {
        var scores = Scores(differences, out var negative);
        double sum = 0,
            squares = 0;
        for (var unit = 0; unit < scores.Length; unit++)
        {
            sum += negative[unit] ? -scores[unit] : scores[unit];
            squares += (double)scores[unit] * scores[unit];
        }
        if (squares == 0)
            return 1;
        var z = sum / Math.Sqrt(squares);
        return scores.Length > Few && z < 0.5 ? Normal.Cdf(-z) : AtMost(scores, negative);
    }

    /// <summary>Two-sided: how probable a sum as far from zero is.</summary>
    /// <param name="differences">Treatment less control, one for each unit; zeros do not count.</param>
    public static double TwoSided(IReadOnlyList<double> differences)
    {
        var opposite = new double[differences.Count];
        for (var unit = 0; unit < opposite.Length; unit++)
            opposite[unit] = -differences[unit];
        return Math.Min(1, 2 * Math.Min(Greater(differences), Greater(opposite)));
    }

    private static int[] Scores(IReadOnlyList<double> differences, out bool[] negative)
    {
        var (exact, all) = (new double[differences.Count], 0.0);
        for (var unit = 0; unit < exact.Length; unit++)
        {
            var size = Math.Abs(differences[unit]);
            all += exact[unit] = size / Math.Sqrt(1 + size);
        }
        var step = Math.Max(Steps, 4 * exact.Length) / all;
        var scores = new int[exact.Length];
        negative = new bool[exact.Length];
        for (var unit = 0; unit < exact.Length && all > 0; unit++)
            (scores[unit], negative[unit]) = ((int)Math.Round(exact[unit] * step), differences[unit] < 0);
        return scores;
    }

    /// <summary>How probable it is that the scores on the negative side add up to at most what they do.</summary>
    private static double AtMost(int[] scores, bool[] negative)
    {
        var most = 0;
        for (var unit = 0; unit < scores.Length; unit++)
            most += negative[unit] ? scores[unit] : 0;
        var (now, next, top) = (new double[most + 1], new double[most + 1], 0);
        now[0] = 1;
        foreach (var score in scores)
        {
            if (score == 0)
                continue;
            top = Math.Min(most, top + score);
            var split = Math.Min(score, most + 1);
            Half(now.AsSpan(0, split), [], next.AsSpan(0, split));
            if (score <= top)
                Half(now.AsSpan(score, top + 1 - score), now.AsSpan(0, top + 1 - score), next.AsSpan(score, top + 1 - score));
            (now, next) = (next, now);
        }
        double probability = 0;
        foreach (var one in now)
            probability += one;
        return Math.Min(1, probability);
    }

    /// <summary>Half of the sum of both; the second may be empty for zeros.</summary>
    private static void Half(ReadOnlySpan<double> one, ReadOnlySpan<double> other, Span<double> to)
    {
        var at = 0;
        for (; at <= to.Length - Vector<double>.Count; at += Vector<double>.Count)
        {
            var sum = new Vector<double>(one[at..]);
            if (other.Length > 0)
                sum += new Vector<double>(other[at..]);
            (sum * 0.5).CopyTo(to[at..]);
        }
        for (; at < to.Length; at++)
            to[at] = 0.5 * (one[at] + (other.Length > 0 ? other[at] : 0));
    }
}
