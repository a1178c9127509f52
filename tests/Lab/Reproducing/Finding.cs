using System.Text.Json.Serialization;

namespace IwTune.Lab.Reproducing;

/// <summary>One row of the report.</summary>
public sealed record Finding
{
    /// <summary>Names the cell: <c>seed-a/33ms/50kB/iw10</c>. Its first part is the benchmark.</summary>
    public string Id { get; init; } = "";

    /// <summary>What was measured, in words.</summary>
    public string Question { get; init; } = "";

    /// <summary>The source's figure as it is written there; empty when only the model says something.</summary>
    public string Source { get; init; } = "";

    /// <summary>The same as a number in <see cref="Unit"/>, where it is comparable.</summary>
    public double? SourceValue { get; init; }

    /// <summary>What the model says.</summary>
    public double? Model { get; init; }

    /// <summary>
    /// What the event-by-event model says where the closed form says nothing: losses and timers. Shown; not judged by, because a kernel's
    /// timers are coarser.
    /// </summary>
    public double? Simulated { get; init; }

    /// <summary>Median of the runs.</summary>
    public double? Measured { get; init; }

    public double? Least { get; init; }

    public double? Greatest { get; init; }

    /// <summary>ms, rounds, packets, segments, RTT, %.</summary>
    public string Unit { get; init; } = "";

    public int Runs { get; init; }

    /// <summary>How many were made until so many agreed.</summary>
    public int Made { get; init; }

    /// <summary>How far the median may be from what is expected; 0 is exact.</summary>
    public double? Tolerance { get; init; }

    public Verdict Verdict { get; init; }

    /// <summary>Why it fails, does not hold or is not judged; or what else is worth knowing.</summary>
    public string Reason { get; init; } = "";

    /// <summary>What is expected: the model, or where there is none the source.</summary>
    [JsonIgnore]
    public double? Expected => Model ?? SourceValue;

    /// <summary>Measured minus expected.</summary>
    [JsonIgnore]
    public double? Deviation => Measured - Expected;

    /// <summary>Its first part.</summary>
    [JsonIgnore]
    public string Benchmark => Id.Split('/')[0];

    /// <summary>The numbers of the runs.</summary>
    internal Finding With(IReadOnlyList<double> numbers, Series series) =>
        this with
        {
            Measured = Reproducing.Series.Median(numbers),
            Least = numbers.Min(),
            Greatest = numbers.Max(),
            Runs = numbers.Count,
            Made = series.Made,
        };

    /// <summary>A number that was computed, not measured.</summary>
    public static Finding Computed(double number) =>
        new()
        {
            Measured = number,
            Least = number,
            Greatest = number,
            Runs = 1,
            Made = 1,
        };

    /// <summary>Judges by the tolerance, against the model and against the source's own number.</summary>
    /// <param name="problems">Whatever else was not as expected.</param>
    public Finding Judged(params IEnumerable<string?> problems)
    {
        var found = problems.OfType<string>().ToList();
        foreach (var (name, value) in new[] { ("the model", Model), ("the source", SourceValue) })
        {
            if (value is { } expected && Math.Abs(Measured!.Value - expected) > Tolerance + 1e-9)
                found.Insert(0, $"{Measured - expected:+0.##;-0.##} {Unit} from {name}, ±{Tolerance:0.##} allowed");
        }
        return found.Count == 0
            ? this with
            {
                Verdict = Verdict.Holds,
            }
            : this with
            {
                Verdict = Verdict.Fails,
                Reason = string.Join("; ", found.Append(Reason).Where(text => text.Length > 0)),
            };
    }
}
