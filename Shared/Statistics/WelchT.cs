namespace IwTune.Shared.Statistics;

/// <summary>
/// The difference of two means with Welch's t interval (Welch 1947): for few numbers of about normal distribution, with variances that may
/// differ.
/// </summary>
public static class WelchT
{
    /// <summary>By how much the mean of the second sample is larger.</summary>
    /// <param name="first">At least two numbers.</param>
    /// <param name="second">At least two numbers.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    public static Interval Difference(IReadOnlyCollection<double> first, IReadOnlyCollection<double> second, double confidence = 0.95)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(first.Count, 2, nameof(first));
        ArgumentOutOfRangeException.ThrowIfLessThan(second.Count, 2, nameof(second));
        var (one, other) = (SquaredError(first), SquaredError(second));
        var difference = second.Average() - first.Average();
        // Numbers that are all equal have no spread, and no degrees of freedom.
        if (one + other == 0)
            return new Interval(difference, difference, difference);
        var freedom = (one + other) * (one + other) / (one * one / (first.Count - 1) + other * other / (second.Count - 1));
        var margin = StudentT.Quantile((1 + confidence) / 2, freedom) * Math.Sqrt(one + other);
        return new Interval(difference, difference - margin, difference + margin);
    }

    /// <summary>The squared standard error of a mean.</summary>
    private static double SquaredError(IReadOnlyCollection<double> sample)
    {
        var (mean, squares) = (sample.Average(), 0.0);
        foreach (var number in sample)
            squares += (number - mean) * (number - mean);
        return squares / (sample.Count - 1) / sample.Count;
    }
}
