using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments.Analysis;

/// <summary>The connections of one class in both arms, and its counts by unit.</summary>
/// <param name="random">Chooses the samples that are kept.</param>
internal sealed class ClassSamples(SeededRandom random)
{
    private readonly Dictionary<int, ExperimentUnit> _units = [];

    public ArmSamples Control { get; } = new(random);

    public ArmSamples Treatment { get; } = new(random);

    /// <summary>How many equal units the arm with the fewer of them is worth.</summary>
    public double EffectiveUnits =>
        Math.Min(
            ClusterBootstrap.Effective(_units.Values.Select(unit => unit.Control.Connections)),
            ClusterBootstrap.Effective(_units.Values.Select(unit => unit.Treatment.Connections))
        );

    /// <summary>The design effect of the difference in first-flight loss.</summary>
    public double LossDesignEffect =>
        DesignEffect.Of(
            [
                .. _units.Values.Select(unit => new ClusterSums(
                    unit.Control.Judged,
                    unit.Control.Lost,
                    unit.Treatment.Judged,
                    unit.Treatment.Lost
                )),
            ],
            Variance(Control.Counts),
            Variance(Treatment.Counts)
        );

    public void Add(ExperimentSample sample, int unit)
    {
        (sample.Arm == 0 ? Control : Treatment).Add(sample, unit);
        _units[unit] = _units.GetValueOrDefault(unit).With(sample);
    }

    private static double Variance(ArmCounts arm)
    {
        var share = arm.Judged == 0 ? 0 : (double)arm.Lost / arm.Judged;
        return share * (1 - share);
    }
}
