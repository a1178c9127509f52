namespace IwTune.Shared.Statistics;

/// <summary>
/// The largest rise of a loss rate that the data do not exclude: the score interval's upper end, with the variance that the rise itself
/// would have, so that no loss at all does not pass for certainty.
/// </summary>
public static class LargestRise
{
    private const int Halvings = 60;

    /// <summary>The rise as a difference of shares, from 0 to 1; 1 when nothing is excluded.</summary>
    /// <param name="tested">Hosts with the change.</param>
    /// <param name="control">Hosts without it in the same time.</param>
    /// <param name="over">How losses vary beyond counting.</param>
    /// <param name="z">Standard errors, above 0 (<see cref="AnytimeDeviate"/>).</param>
    public static double Of(ArmLosses tested, ArmLosses control, Overdispersion over, double z)
    {
        if (tested.Judged < 1 || tested.Due <= 0 || control.Due <= 0)
            return 1;
        var expected = tested.Due / control.Due * control.Lost;
        var doubt = (1 / Math.Max(1, control.Lost)) + control.Bursts(over) + control.Known(over) + tested.Known(over);
        double low = 0,
            high = 1;
        if (IsPossible(high))
            return 1;
        for (var step = 0; step < Halvings; step++)
        {
            var middle = (low + high) / 2;
            (low, high) = IsPossible(middle) ? (middle, high) : (low, middle);
        }
        return high;

        bool IsPossible(double rise)
        {
            var mean = expected + (tested.Judged * rise);
            var variance = mean + (mean * mean * tested.Bursts(over)) + (expected * expected * doubt);
            return mean - tested.Lost <= z * Math.Sqrt(variance);
        }
    }
}
