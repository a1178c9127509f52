namespace IwTune.Benchmarks.Measuring;

/// <summary>Values of one kind, measured repeatedly.</summary>
/// <param name="Unit">Of every value: <c>ms</c>, <c>MB</c> (10⁶ bytes), <c>/s</c>, or empty for a count.</param>
/// <param name="Values">In the order they were measured; at least one.</param>
internal sealed record Sample(string Unit, IReadOnlyList<double> Values)
{
    private readonly double[] sorted = [.. Values.Order()];

    public static Sample Of(double value, string unit) => new(unit, [value]);

    public static Sample Milliseconds(IEnumerable<TimeSpan> times) => new("ms", [.. times.Select(time => time.TotalMilliseconds)]);

    public static Sample Megabytes(IEnumerable<long> bytes) => new("MB", [.. bytes.Select(count => count / 1e6)]);

    public double Median => Quantile(0.5);

    /// <summary>Its median with the middle half of all values: <c>4.8 ms (4.6–5.2, n=30)</c>.</summary>
    public override string ToString()
    {
        var unit = Unit.Length == 0 ? "" : " " + Unit;
        return Values.Count == 1
            ? $"{Short(Median)}{unit}"
            : $"{Short(Median)}{unit} ({Short(Quantile(0.25))}–{Short(Quantile(0.75))}, n={Values.Count})";
    }

    /// <summary>Linear between the two nearest values.</summary>
    public double Quantile(double share)
    {
        var place = share * (sorted.Length - 1);
        var below = (int)place;
        var above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    private static string Short(double value) =>
        Math.Abs(value) switch
        {
            >= 1000 => value.ToString("#,0"),
            >= 100 => value.ToString("0"),
            _ when value == Math.Round(value) => value.ToString("0"),
            >= 10 => value.ToString("0.0"),
            _ => value.ToString("0.00"),
        };
}
