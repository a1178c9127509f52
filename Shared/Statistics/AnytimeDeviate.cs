namespace IwTune.Shared.Statistics;

/// <summary>
/// How many standard errors an interval must reach so that it may be evaluated after every observation: Robbins' normal mixture (1970), for
/// means of many observations as a confidence sequence (Howard, Ramdas, McAuliffe and Sekhon 2021, Annals of Statistics 49, equation 14;
/// Waudby-Smith et al., arXiv 2103.06476).
/// </summary>
public static class AnytimeDeviate
{
    /// <param name="observations">How many there are now, above 0.</param>
    /// <param name="tightest">For how many the interval should be narrowest, above 0.</param>
    /// <param name="alpha">How often it is ever wrong on one side, above 0 and below 0.25.</param>
    public static double Of(double observations, double tightest, double alpha)
    {
        if (observations <= 0 || tightest <= 0 || alpha is not (> 0 and < 0.25))
            throw new ArgumentOutOfRangeException(
                nameof(alpha),
                alpha,
                $"{observations} observations, {tightest} for the narrowest, and a chance above 0 and below 0.25 are needed"
            );
        // The mixture is symmetric: each side has half of its error.
        var both = -2 * Math.Log(2 * alpha);
        var mixture = tightest / (both + Math.Log(both + 1));
        return Math.Sqrt((1 + mixture / observations) * (Math.Log((observations + mixture) / mixture) + both));
    }
}
