namespace IwTune.Agent.Engine.Experiments;

/// <summary>A kind of event that a harmful window makes more frequent.</summary>
/// <param name="Of">Connections of an arm that could have it.</param>
/// <param name="Events">Those that had it.</param>
public sealed record HarmMeasure(Func<ArmCounts, long> Of, Func<ArmCounts, long> Events)
{
    /// <summary>Loss in the first flight.</summary>
    public static readonly HarmMeasure Losses = new(arm => arm.Judged, arm => arm.Lost);

    /// <summary>Any retransmission of data.</summary>
    public static readonly HarmMeasure Again = new(arm => arm.Connections, arm => arm.WithAgain);

    /// <summary>
    /// The difference of each unit, treatment less control. With the arms of a unit exchanged it only changes its sign.
    /// </summary>
    /// <param name="design">Of the experiment.</param>
    /// <param name="units">All of them.</param>
    /// <remarks>
    /// The arms of a unit have different numbers of connections. With stripes a peer may be in one arm only: the events that its surplus
    /// would have at the mean rate of all connections are subtracted. That rate is the same for every exchange of arms. In a switchback
    /// the rate differs between pairs, so each pair is scaled to equal numbers: 2·(eₜ·n꜀ − e꜀·nₜ)/(nₜ + n꜀).
    /// </remarks>
    public IReadOnlyList<double> Differences(ExperimentDesign design, IReadOnlyCollection<ExperimentUnit> units)
    {
        var differences = new List<double>(units.Count);
        var rate = design == ExperimentDesign.Stripes ? Rate(units) : 0;
        foreach (var unit in units)
        {
            double control = Of(unit.Control),
                treatment = Of(unit.Treatment);
            if (control + treatment == 0)
                continue;
            differences.Add(
                design == ExperimentDesign.Stripes
                    ? Events(unit.Treatment) - Events(unit.Control) - rate * (treatment - control)
                    : 2 * (Events(unit.Treatment) * control - Events(unit.Control) * treatment) / (control + treatment)
            );
        }
        return differences;
    }

    /// <summary>By how much the share of connections with the event is larger in the treatment arm.</summary>
    /// <param name="design">Of the experiment.</param>
    /// <param name="units">All of them.</param>
    public double Excess(ExperimentDesign design, IReadOnlyCollection<ExperimentUnit> units)
    {
        if (design == ExperimentDesign.Stripes)
            return Share(units.Select(unit => unit.Treatment)) - Share(units.Select(unit => unit.Control));
        // Hours differ: only the two blocks of a pair are compared, and a pair counts by the connections that it has in both.
        double weight = 0;
        foreach (var unit in units)
        {
            double control = Of(unit.Control),
                treatment = Of(unit.Treatment);
            weight += control + treatment == 0 ? 0 : 2 * control * treatment / (control + treatment);
        }
        return weight == 0 ? 0 : Differences(design, units).Sum() / weight;
    }

    private double Rate(IEnumerable<ExperimentUnit> units) => Share(units.SelectMany(unit => new[] { unit.Control, unit.Treatment }));

    private double Share(IEnumerable<ArmCounts> arms)
    {
        var (events, of) = (0L, 0L);
        foreach (var arm in arms)
            (events, of) = (events + Events(arm), of + Of(arm));
        return of == 0 ? 0 : (double)events / of;
    }
}
