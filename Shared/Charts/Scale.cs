namespace IwTune.Shared.Charts;

/// <summary>From the numbers of an axis to places on the drawing.</summary>
internal sealed class Scale
{
    private readonly double _start;
    private readonly double _perUnit;
    private readonly double _origin;
    private readonly bool _logarithmic;

    /// <param name="axis">What the axis says about its ends.</param>
    /// <param name="numbers">Every number to show.</param>
    /// <param name="start">Place of the axis' beginning, pixels.</param>
    /// <param name="end">Place of its end, pixels.</param>
    /// <param name="about">How many ticks there is room for.</param>
    /// <param name="toTick">The axis ends at a tick, so that a line beneath the greatest number closes the room.</param>
    public Scale(Axis axis, IReadOnlyList<double> numbers, double start, double end, int about, bool toTick)
    {
        _logarithmic = axis.Logarithmic;
        var (least, most) = Ends(axis, numbers);
        var ticks = _logarithmic
            ? Charts.Ticks.Logarithmic(least, most, about)
            : Charts.Ticks.Linear(least, most, about, axis.Whole ? 1 : 0);
        if (toTick || !(most > least))
            (least, most) = (ticks[0], Math.Max(most, ticks[^1]));
        Ticks = [.. ticks.Where(tick => tick >= least - (most - least) * 1e-9 && tick <= most + (most - least) * 1e-9)];
        _start = start;
        _origin = Of(least);
        _perUnit = (end - start) / (Of(most) - _origin);
    }

    /// <summary>The round numbers that are written beside the axis.</summary>
    public IReadOnlyList<double> Ticks { get; }

    /// <summary>Where a number is, pixels; not a number for one that a logarithmic axis does not have.</summary>
    public double Place(double number) => !_logarithmic || number > 0 ? _start + (Of(number) - _origin) * _perUnit : double.NaN;

    /// <summary>Where the axis begins, pixels.</summary>
    public double Start => _start;

    private double Of(double number) => _logarithmic ? Math.Log10(number) : number;

    private static (double Least, double Most) Ends(Axis axis, IReadOnlyList<double> numbers)
    {
        var (least, most) = (double.PositiveInfinity, double.NegativeInfinity);
        foreach (var number in numbers)
        {
            if (double.IsFinite(number) && (number > 0 || !axis.Logarithmic))
                (least, most) = (Math.Min(least, number), Math.Max(most, number));
        }
        if (least > most)
            (least, most) = axis.Logarithmic ? (1, 10) : (0, 1);
        least =
            axis.From is { } from && (from > 0 || !axis.Logarithmic) ? from
            : axis.Logarithmic ? least
            : Math.Min(0, least);
        return (least, Math.Max(axis.To ?? most, most));
    }
}
