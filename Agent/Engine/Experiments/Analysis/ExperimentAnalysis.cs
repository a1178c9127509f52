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
    /// unit is the pair of blocks. <see langword="null"/> with fewer than 8 pairs.
    /// </summary>
    public Interval? OfBlocks { get; init; }

    /// <summary>Pairs of blocks that both have enough connections.</summary>
    public int BlockPairs { get; init; }

    /// <param name="plan">What was started.</param>
    /// <param name="samples">In the order they came.</param>
    /// <param name="ended">Whether no more will come: then there is a last look for harm.</param>
    public static ExperimentAnalysis Of(ExperimentPlan plan, IEnumerable<ExperimentSample> samples, bool ended = false)
    {
        var random = new SeededRandom(plan.Seed);
        var classes = new Dictionary<SampleClass, ClassSamples>();
        var all = new ClassSamples(random);
        var watch = new HarmWatch(plan.Alpha, plan.Design);
        foreach (var sample in samples)
        {
            var of = SampleClass.Of(sample);
            if (!classes.TryGetValue(of, out var its))
                classes.Add(of, its = new(random));
            var unit = ExperimentUnit.Of(plan.Design, sample);
            its.Add(sample, unit);
            all.Add(sample, unit);
            watch.Add(sample);
        }
        if (ended)
            watch.Losses.End();
        var ratio = plan.Design == ExperimentDesign.Stripes ? SampleRatio.OfUnits(HarmWatch.Numbers(watch.Units)) : null;
        var found = new ExperimentAnalysis
        {
            Control = all.Control.Counts,
            Treatment = all.Treatment.Counts,
            Ratio = ratio,
            Harm = HarmReading.Of(watch.Losses),
        };
        if (ratio is { IsBroken: true })
            return found;
        found = found with
        {
            Classes = [.. classes.OrderBy(one => one.Key.Place).Select(one => ClassComparison.Of(one.Key, one.Value, random))],
        };
        return plan.Design == ExperimentDesign.Switchback
            ? found.WithBlocks(all.Control.BlockMedians(Least), all.Treatment.BlockMedians(Least))
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
        return this with
        {
            BlockPairs = differences.Count,
            OfBlocks = differences.Count < ClusterBootstrap.LeastClusters ? null : HodgesLehmann.Paired(differences),
        };
    }
}
