namespace IwTune.Shared.Statistics;

/// <summary>Clopper and Pearson's interval of a share (1934): never narrower than it claims, whatever the share is.</summary>
public static class ExactProportion
{
    private const int Halvings = 60;

    /// <param name="count">How many, 0 to <paramref name="of"/>.</param>
    /// <param name="of">Of how many, 1 to 1,000,000.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    public static Interval Of(long count, long of, double confidence = 0.95)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(of, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(of, 1_000_000);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, of);
        var tail = (1 - confidence) / 2;
        return new Interval(
            (double)count / of,
            count == 0 ? 0 : Where(share => 1 - AtMost(count - 1, of, share) < tail),
            count == of ? 1 : Where(share => AtMost(count, of, share) > tail)
        );
    }

    /// <summary>The end of the shares for which this holds, which begin at 0.</summary>
    private static double Where(Func<double, bool> holds)
    {
        double low = 0,
            high = 1;
        for (var step = 0; step < Halvings; step++)
        {
            var middle = (low + high) / 2;
            (low, high) = holds(middle) ? (middle, high) : (low, middle);
        }
        return (low + high) / 2;
    }

    /// <summary>How likely at most so many of all are, each with this chance: the terms are summed, in logarithms.</summary>
    private static double AtMost(long count, long of, double share)
    {
        double log = of * Math.Log(1 - share),
            odds = Math.Log(share / (1 - share)),
            sum = 0;
        for (long at = 0; at <= count; at++)
        {
            sum += Math.Exp(log);
            log += Math.Log((of - at) / (at + 1.0)) + odds;
        }
        return Math.Min(1, sum);
    }
}
