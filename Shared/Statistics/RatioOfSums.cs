namespace IwTune.Shared.Statistics;

/// <summary>
/// The ratio of two sums over units, and how far it is off: the variance comes from the units, by linearization (Cochran, "Sampling
/// Techniques", §6.4), so that what is clustered within a unit is in it.
/// </summary>
public static class RatioOfSums
{
    /// <summary>How many units of equal size would be as good: (Σx)²/Σx² (Kish).</summary>
    /// <param name="sum">Σx, above 0.</param>
    /// <param name="squares">Σx²; 0 when it is not known.</param>
    public static double Units(double sum, double squares) => squares <= 0 ? 1 : sum * sum / squares;

    /// <summary>The variance of the ratio; 0 when a single unit shows none.</summary>
    /// <param name="ratio">Σy/Σx.</param>
    /// <param name="sum">Σx, above 0.</param>
    /// <param name="squares">Σx².</param>
    /// <param name="cross">Σxy.</param>
    /// <param name="counted">Σy².</param>
    public static double Variance(double ratio, double sum, double squares, double cross, double counted)
    {
        var units = Units(sum, squares);
        var off = Math.Max(0, counted - (2 * ratio * cross) + (ratio * ratio * squares)) / (sum * sum);
        return units <= 1 ? 0 : off * units / (units - 1);
    }
}
