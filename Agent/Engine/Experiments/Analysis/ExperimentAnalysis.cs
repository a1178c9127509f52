using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments.Analysis;

/// <summary>The results of an experiment. The same samples and seed give the same figures.</summary>
public sealed record ExperimentAnalysis
{
    /// <summary>Fewer connections in an arm say nothing about a time.</summary>
    public const int Least = 20;

    /// <summary>Counts of the control arm.</summary>
    public ArmCounts Control { get; init; }

    /// <summary>Counts of the treatment arm.</summary>
    public ArmCounts Treatment { get; init; }

    /// <summary>
    /// Whether both got the same number of connections; <see langword="null"/> for time blocks, where that is not expected.
    /// </summary>
    public SampleRatio? Ratio { get; init; }

    /// <summary>The test of first-flight loss that ends the experiment.</summary>
    public required HarmReading Harm { get; init; }

    /// <summary>Each class of connections, small to large; empty when the arms cannot be compared.</summary>
    public IReadOnlyList<Comparison> Classes { get; init; } = [];

    /// <summary>
    /// For time blocks: by how much the median time of a treatment block lies above that of the control block beside it, milliseconds; the
    /// unit is the block.
    /// </summary>
    public Interval? OfBlocks { get; init; }

    /// <summary>Pairs of blocks in <see cref="OfBlocks"/>.</summary>
    public int BlockPairs { get; init; }

    /// <param name="plan">What was started.</param>
    /// <param name="samples">In the order they came.</param>
    /// <param name="ended">Whether no more will come: then there is a last look for harm.</param>
    public static ExperimentAnalysis Of(ExperimentPlan plan, IEnumerable<ExperimentSample> samples, bool ended = false)
    {
        var random = new SeededRandom(plan.Seed);
        var classes = new Dictionary<SampleClass, ArmSamples[]>();
        ArmSamples[] all = [new(random), new(random)];
        var watch = new HarmWatch(plan.Alpha, plan.Design);
        foreach (var sample in samples)
        {
            var of = SampleClass.Of(sample);
            if (!classes.TryGetValue(of, out var arms))
                classes.Add(of, arms = [new(random), new(random)]);
            arms[sample.Arm].Add(sample);
            all[sample.Arm].Add(sample);
            watch.Add(sample);
        }
        if (ended)
            watch.Losses.End();
        var (control, treatment) = (all[0].Counts, all[1].Counts);
        var ratio = plan.Design == ExperimentDesign.Stripes ? SampleRatio.OfUnits(HarmWatch.Numbers(watch.Units)) : null;
        var found = new ExperimentAnalysis
        {
            Control = control,
            Treatment = treatment,
            Ratio = ratio,
            Harm = HarmReading.Of(watch.Losses),
        };
        if (ratio is { IsBroken: true })
            return found;
        found = found with
        {
            Classes = [.. classes.OrderBy(one => one.Key.Place).Select(one => Compare(one.Key, one.Value[0], one.Value[1], random))],
        };
        return plan.Design == ExperimentDesign.Switchback
            ? found.WithBlocks(all[0].BlockMedians(Least), all[1].BlockMedians(Least))
            : found;
    }

    private ExperimentAnalysis WithBlocks(Dictionary<int, double> control, Dictionary<int, double> treatment)
    {
        List<double> differences = [];
        foreach (var (block, median) in control)
        {
            // The other block of its pair: 0 and 1, 2 and 3, …
            if (treatment.TryGetValue(block ^ 1, out var other))
                differences.Add(other - median);
        }
        return this with { BlockPairs = differences.Count, OfBlocks = differences.Count == 0 ? null : HodgesLehmann.Paired(differences) };
    }

    private static Comparison Compare(SampleClass of, ArmSamples control, ArmSamples treatment, SeededRandom random)
    {
        var (busy, busyToo) = (control.Busy(), treatment.Busy());
        var (rtt, rttToo) = (control.MinRtt(), treatment.MinRtt());
        var enough = busy.Length >= Least && busyToo.Length >= Least;
        return new Comparison
        {
            Size = of.SizeName,
            Rtt = of.RttName,
            Control = control.Counts.Connections,
            Treatment = treatment.Counts.Connections,
            Median = enough ? At(busy, busyToo, 0.5, random) : null,
            P90 = enough ? At(busy, busyToo, 0.9, random) : null,
            MinRtt = rtt.Length >= Least && rttToo.Length >= Least ? At(rtt, rttToo, 0.5, random) : null,
            Shift = enough ? HodgesLehmann.Shift(busy, busyToo) : null,
            RankP = enough ? MannWhitney.Of(busy, busyToo).P : null,
            Lost = control.Counts.Judged > 0 && treatment.Counts.Judged > 0 ? Losses(control.Counts, treatment.Counts) : null,
            ControlAgain = Share(control),
            TreatmentAgain = Share(treatment),
        };
    }

    private static Difference At(double[] control, double[] treatment, double share, SeededRandom random) =>
        new(Quantiles.Of(control, share), Quantiles.Of(treatment, share), Bootstrap.QuantileDifference(control, treatment, share, random));

    private static Difference Losses(ArmCounts control, ArmCounts treatment) =>
        new(
            (double)control.Lost / control.Judged,
            (double)treatment.Lost / treatment.Judged,
            Proportion.Difference(control.Lost, control.Judged, treatment.Lost, treatment.Judged)
        );

    private static double? Share(ArmSamples arm) => arm.Segments == 0 ? null : (double)arm.Again / arm.Segments;
}
