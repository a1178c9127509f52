namespace IwTune.Shared.Statistics;

/// <summary>How many of some marked units are in a part that was drawn without regard to the marks.</summary>
public static class Hypergeometric
{
    /// <summary>
    /// The largest number of marked units in the part that chance explains: more have at most this probability. Why units are marked does
    /// not matter, nor whether it happens to many of them at once, as long as the part was drawn at random.
    /// </summary>
    /// <param name="marked">Marked units, 0 to <paramref name="all"/>.</param>
    /// <param name="drawn">Units of the part, 0 to <paramref name="all"/>.</param>
    /// <param name="all">All units.</param>
    /// <param name="probability">Above 0 and below 1.</param>
    public static int Highest(int marked, int drawn, int all, double probability)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(marked);
        ArgumentOutOfRangeException.ThrowIfNegative(drawn);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(marked, all);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(drawn, all);
        if (probability is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(probability), probability, "a probability above 0 and below 1 is needed");
        // Marked and drawn may be swapped; the fewer terms are summed, from the largest number down, in logarithms.
        var (few, many) = (Math.Min(marked, drawn), Math.Max(marked, drawn));
        var log = 0.0;
        for (var i = 0; i < few; i++)
            log += Math.Log((double)(many - i) / (all - i));
        var sum = Math.Exp(log);
        for (var at = few; at > 0; at--)
        {
            if (sum > probability)
                return at;
            var rest = all - few - many + at;
            if (rest <= 0)
                return at;
            log += Math.Log((double)at * rest / ((double)(few - at + 1) * (many - at + 1)));
            sum += Math.Exp(log);
        }
        return 0;
    }
}
