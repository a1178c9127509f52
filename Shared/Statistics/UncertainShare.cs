namespace IwTune.Shared.Statistics;

/// <summary>The share of losses that an arm has when a change does nothing, if the hosts' own rates are only known about.</summary>
public static class UncertainShare
{
    /// <summary>Upper bound of the share, exceeded with a probability of <paramref name="alpha"/>.</summary>
    /// <remarks>
    /// The ratio of the arms' expected losses is taken for gamma distributed with the coefficient of variation of both together; its
    /// quantile by Wilson and Hilferty (1931), which is within 1 % of the exact one for shapes from 1 on.
    /// </remarks>
    /// <param name="tested">Losses to be expected of the tested arm: sum over its hosts of connections × rate; above 0.</param>
    /// <param name="testedVariance">Sum over its hosts of (connections × rate)² × spread.</param>
    /// <param name="other">The same of the other arm; above 0.</param>
    /// <param name="otherVariance">The same of the other arm.</param>
    /// <param name="alpha">Above 0 and below 0.5.</param>
    public static double Highest(double tested, double testedVariance, double other, double otherVariance, double alpha)
    {
        var squared = testedVariance / (tested * tested) + otherVariance / (other * other);
        var root = 1 - squared / 9 + Normal.Quantile(1 - alpha) * Math.Sqrt(squared) / 3;
        var odds = tested / other * Math.Max(1, root * root * root);
        return odds / (1 + odds);
    }
}
