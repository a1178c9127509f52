using System.Text.Json.Serialization;

namespace IwTune.Lab.Reproducing;

/// <summary>One row of the report.</summary>
public sealed record Finding
{
    /// <summary>Names the cell: <c>seed-a/33ms/50kB/iw10</c>. Its first part is the benchmark.</summary>
    public string Id { get; init; } = "";

    /// <summary>What was measured, in words.</summary>
    public string Question { get; init; } = "";

    /// <summary>The source's figure in its own words; empty when there is only the model.</summary>
    public string Source { get; init; } = "";

    /// <summary>The same as a number in <see cref="Unit"/>, where it is comparable.</summary>
    public double? SourceValue { get; init; }

    /// <summary>The model's figure.</summary>
    public double? Model { get; init; }

    /// <summary>
    /// The figure of the event-by-event model where the closed form has none: losses and timers. Shown, but not used for the verdict,
    /// because a kernel's timers are coarser.
    /// </summary>
    public double? Simulated { get; init; }

    /// <summary>Median of the runs.</summary>
    public double? Measured { get; init; }

    public double? Least { get; init; }

    public double? Greatest { get; init; }

    /// <summary>ms, rounds, packets, segments, RTT, %.</summary>
    public string Unit { get; init; } = "";

    public int Runs { get; init; }

    /// <summary>The number of runs until enough agreed.</summary>
    public int Made { get; init; }

    /// <summary>The allowed difference of the median from the expected figure; 0 is exact.</summary>
    public double? Tolerance { get; init; }

    public Verdict Verdict { get; init; }

    /// <summary>Why it fails, does not hold or is not judged; or other remarks.</summary>
    public string Reason { get; init; } = "";

    /// <summary>The expected figure: the model's, or where there is none the source's.</summary>
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
    /// <param name="problems">Other unexpected results.</param>
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

    /// <summary>
    /// What fails because the receiver's window held the sender back is not judged: it widens with what the receiver reads, and no model
    /// of the sender knows that.
    /// </summary>
    /// <param name="held">How long, in the slowest run.</param>
    /// <param name="rtt">Of the path.</param>
    public Finding UnlessHeld(TimeSpan held, TimeSpan rtt) =>
        Verdict == Verdict.Fails && held >= rtt / 2
            ? this with
            {
                Verdict = Verdict.NotJudged,
                Reason = $"the receiver's window held the sender back for {held.TotalMilliseconds:0} ms (tcpi_rwnd_limited)",
            }
            : this;
}
