namespace IwTune.Shared.Charts;

/// <summary>Round numbers along an axis: 1, 2 or 5 times a power of ten apart.</summary>
internal static class Ticks
{
    /// <summary>
    /// Round numbers from the first one not above <paramref name="least"/> to the first one not below <paramref name="most"/>.
    /// </summary>
    /// <param name="least">The least number to be shown.</param>
    /// <param name="most">The greatest; at least as great.</param>
    /// <param name="about">How many there should be at most between them, at least 1.</param>
    /// <param name="apart">How far they are apart at least.</param>
    public static IReadOnlyList<double> Linear(double least, double most, int about, double apart = 0)
    {
        if (!(most > least))
            most = least + Math.Max(1, Math.Abs(least) / 10);
        var step = Round(Math.Max(apart, (most - least) / about));
        var first = Math.Floor(least / step + 1e-9);
        var last = Math.Ceiling(most / step - 1e-9);
        var ticks = new List<double>();
        for (var i = 0; i <= last - first; i++)
            ticks.Add(Clean((first + i) * step, step));
        return ticks;
    }

    /// <summary>The powers of ten around these numbers, with their doubles and fivefolds while there is room.</summary>
    public static IReadOnlyList<double> Logarithmic(double least, double most, int about)
    {
        if (!(most > least * 1.001))
            most = least * 10;
        var (first, last) = ((int)Math.Floor(Math.Log10(least) + 1e-9), (int)Math.Ceiling(Math.Log10(most) - 1e-9));
        last = Math.Max(last, first + 1);
        int[] leads = (last - first) * 3 <= about ? [1, 2, 5] : [1];
        var stride = Math.Max(1, (last - first + about - 1) / about);
        var ticks = new List<double>();
        for (var power = first; power <= last; power += stride)
        {
            foreach (var lead in leads)
            {
                if (power < last || lead == 1)
                    ticks.Add(lead * Math.Pow(10, power));
            }
        }
        var from = ticks.FindLastIndex(tick => tick <= least * (1 + 1e-9));
        var to = ticks.FindIndex(tick => tick >= most * (1 - 1e-9));
        return ticks[Math.Max(0, from)..((to < 0 ? ticks.Count - 1 : to) + 1)];
    }

    /// <summary>The smallest of 1, 2, 5 × 10ⁿ that is not below.</summary>
    private static double Round(double step)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(step)));
        return (step / power) switch
        {
            <= 1 + 1e-9 => power,
            <= 2 + 1e-9 => 2 * power,
            <= 5 + 1e-9 => 5 * power,
            _ => 10 * power,
        };
    }

    // 3 × 0.1 is not 0.3 in binary: rounded to as many digits as the step has.
    private static double Clean(double tick, double step) =>
        step < 1 ? Math.Round(tick, Math.Min(15, (int)Math.Ceiling(-Math.Log10(step)))) : Math.Round(tick);
}
