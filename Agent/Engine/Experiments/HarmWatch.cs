using IwTune.Shared.Formatting;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// Decides when an experiment must stop by itself. Three rules share one false-positive rate: loss in the first flight, retransmissions,
/// and unequal numbers of connections. When the arms are alike, the probability that any of them ever stops the experiment is at most α.
/// </summary>
/// <remarks>
/// Losses come in bursts for each peer and time, so connections are not independent, and a binomial test has many false alarms. The unit is
/// the peer (<see cref="PeerBucket"/>), or the pair of blocks of a switchback. Which arm a unit's connections are in is random. Without an
/// effect the difference of each unit is therefore symmetric about zero, whatever its bursts are; <see cref="SignFlips"/> tests this
/// exactly. Ports of one peer stay in one stripe for a while. The difference of a peer therefore accumulates over the whole experiment and
/// is one observation at each look, and the looks share α (<see cref="LookSchedule"/>). An exact p-value at a look finds a difference with
/// fewer connections than an e-value at the same limit, which Markov's inequality makes conservative. There is no absolute limit of loss:
/// mobile and satellite networks exceed any such limit in both arms.
/// </remarks>
/// <param name="alpha">The false-positive rate of all rules together.</param>
/// <param name="design">How connections are assigned to arms.</param>
public sealed class HarmWatch(double alpha, ExperimentDesign design)
{
    /// <summary>A smaller difference is not worth a rollback, however certain it is.</summary>
    public const double Floor = 0.0005;

    /// <summary>
    /// A share of connections that send again which exceeds the control arm's by this much is harm (about what Google saw and accepted:
    /// RFC 6928 §10).
    /// </summary>
    public const double MuchMoreAgain = 0.005;

    /// <summary>The share of alpha for loss in the first flight.</summary>
    public const double LossShare = 0.8;

    /// <summary>The share of alpha for retransmissions.</summary>
    public const double AgainShare = 0.15;

    /// <summary>The share of alpha for numbers of connections.</summary>
    public const double RatioShare = 0.05;

    /// <summary>Connections with an event at the first look.</summary>
    public const long FirstEvents = 12;

    private const long FirstConnections = 200;

    private readonly Dictionary<int, ExperimentUnit> _units = [];
    private readonly ArmCounts[] _arms = new ArmCounts[2];
    private HarmRule? _losses,
        _again,
        _ratio;

    /// <summary>Counts of both arms.</summary>
    public IReadOnlyList<ArmCounts> Arms => _arms;

    /// <summary>Peers, or pairs of blocks, that had connections.</summary>
    public IReadOnlyCollection<ExperimentUnit> Units => _units.Values;

    /// <summary>The rule for loss in the first flight.</summary>
    public HarmRule Losses => _losses ??= RuleOf(LossShare, FirstEvents, () => P(HarmMeasure.Losses));

    private HarmRule Again => _again ??= RuleOf(AgainShare, FirstEvents, () => P(HarmMeasure.Again));

    private HarmRule Ratio => _ratio ??= RuleOf(RatioShare, FirstConnections, () => SampleRatio.OfUnits(Numbers(_units.Values)).P);

    /// <summary>Connections of each unit in both arms.</summary>
    public static IReadOnlyList<(long First, long Second)> Numbers(IEnumerable<ExperimentUnit> units) =>
        [.. units.Select(unit => (unit.Control.Connections, unit.Treatment.Connections))];

    /// <summary>Adds a connection.</summary>
    /// <returns>How the experiment must end and why; <see langword="null"/> when it may go on.</returns>
    public (ExperimentPhase Phase, string Why)? Add(ExperimentSample sample)
    {
        var unit = ExperimentUnit.Of(design, sample);
        _arms[sample.Arm] = _arms[sample.Arm].With(sample);
        _units[unit] = _units.GetValueOrDefault(unit).With(sample);
        if (design == ExperimentDesign.Stripes && Ratio.Add(unit) is { IsSignificant: true } ratio)
            return (ExperimentPhase.Unequal, Unequal(ratio));
        if (sample.Lost == true && Losses.Add(unit) is { IsSignificant: true } lost && Excess(HarmMeasure.Losses) >= Floor)
            return (ExperimentPhase.Harmful, MoreLosses(lost));
        if (sample.SentAgain > 0 && Again.Add(unit) is { IsSignificant: true } again && Excess(HarmMeasure.Again) >= MuchMoreAgain)
            return (ExperimentPhase.Harmful, MoreAgain(again));
        return null;
    }

    private HarmRule RuleOf(double share, long first, Func<double> test) => new(new LookSchedule(share * alpha, first), test);

    private double P(HarmMeasure measure) => SignFlips.Greater(measure.Differences(design, _units.Values));

    private double Excess(HarmMeasure measure) => measure.Excess(design, _units.Values);

    private string Unequal(HarmLook look) =>
        Invariant.Text(
            $"the arms have {_arms[0].Connections} and {_arms[1].Connections} connections of {look.Units} peers instead of equal numbers "
                + $"(p = {look.P:0.0e-0}): the assignment to arms is not random, so the arms cannot be compared"
        );

    private string MoreLosses(HarmLook look) =>
        Invariant.Text(
            $"first flights were lost more often in the treatment arm: {_arms[1].Lost} of {_arms[1].Judged} connections "
                + $"({Share(_arms[1].Lost, _arms[1].Judged):P2}) against {_arms[0].Lost} of {_arms[0].Judged} "
                + $"({Share(_arms[0].Lost, _arms[0].Judged):P2}); {Test(look)}"
        );

    private string MoreAgain(HarmLook look) =>
        Invariant.Text(
            $"the share of connections that retransmitted data is {Excess(HarmMeasure.Again) * 100:0.0} percentage points higher in the "
                + $"treatment arm; {Test(look)}"
        );

    private string Test(HarmLook look) =>
        Invariant.Text(
            $"a randomization test of {look.Units} {(design == ExperimentDesign.Stripes ? "peers" : "pairs of blocks")} has p = "
                + $"{look.P:0.0e-0}, and look {look.Number} stops at {look.Limit:0.0e-0}; the false-positive rate of the experiment is "
                + $"at most {alpha * 100:0.##} %"
        );

    private static double Share(long count, long of) => of == 0 ? 0 : (double)count / of;
}
