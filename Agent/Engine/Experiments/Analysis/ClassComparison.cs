using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments.Analysis;

/// <summary>
/// Compares both arms of one class. Connections of one unit (a peer, a pair of blocks) are alike, so intervals come from drawing units, and
/// from the design effect.
/// </summary>
internal static class ClassComparison
{
    public static Comparison Of(SampleClass of, ClassSamples samples, SeededRandom random)
    {
        var (control, treatment) = (samples.Control, samples.Treatment);
        var (busy, busyToo) = (control.Busy(), treatment.Busy());
        var (rtt, rttToo) = (control.MinRtt(), treatment.MinRtt());
        var enough = busy.Count >= ExperimentAnalysis.Least && busyToo.Count >= ExperimentAnalysis.Least;
        double? effect = enough ? DesignEffect.OfOrder(busy, busyToo) : null;
        var units = samples.EffectiveUnits;
        return new Comparison
        {
            Size = of.SizeName,
            Rtt = of.RttName,
            Control = control.Counts.Connections,
            Treatment = treatment.Counts.Connections,
            Units = units,
            Median = enough ? At(busy, busyToo, 0.5, random) : null,
            P90 = enough ? At(busy, busyToo, 0.9, random) : null,
            MinRtt =
                rtt.Count >= ExperimentAnalysis.Least && rttToo.Count >= ExperimentAnalysis.Least ? At(rtt, rttToo, 0.5, random) : null,
            Shift =
                enough && units >= ClusterBootstrap.LeastClusters
                    ? HodgesLehmann.Shift(busy.Ascending, busyToo.Ascending, designEffect: effect!.Value)
                    : null,
            RankP =
                enough && units >= ClusterBootstrap.LeastClusters
                    ? 2 * Normal.Cdf(-Math.Abs(MannWhitney.Of(busy.Ascending, busyToo.Ascending).Z) / Math.Sqrt(effect!.Value))
                    : null,
            DesignEffect = effect,
            Lost = control.Counts.Judged > 0 && treatment.Counts.Judged > 0 ? Losses(samples, units) : null,
            LossDesignEffect = control.Counts.Judged > 0 && treatment.Counts.Judged > 0 ? samples.LossDesignEffect : null,
            ControlAgain = control.ShareAgain,
            TreatmentAgain = treatment.ShareAgain,
        };
    }

    private static Difference At(Clustered control, Clustered treatment, double share, SeededRandom random) =>
        new(
            Quantiles.Of(control.Ascending, share),
            Quantiles.Of(treatment.Ascending, share),
            Math.Min(control.EffectiveClusters, treatment.EffectiveClusters) >= ClusterBootstrap.LeastClusters
                ? ClusterBootstrap.QuantileDifference(control, treatment, share, random)
                : null
        );

    /// <summary>
    /// Wilson's interval depends on z²/n only: a z that is the root of the design effect times as large is an n that is divided by it.
    /// </summary>
    private static Difference Losses(ClassSamples samples, double units)
    {
        var (control, treatment) = (samples.Control.Counts, samples.Treatment.Counts);
        var z = Normal.Quantile(0.975) * Math.Sqrt(samples.LossDesignEffect);
        return new(
            (double)control.Lost / control.Judged,
            (double)treatment.Lost / treatment.Judged,
            units >= ClusterBootstrap.LeastClusters
                ? Proportion.DifferenceWithin(control.Lost, control.Judged, treatment.Lost, treatment.Judged, z)
                : null
        );
    }
}
