namespace IwTune.Shared.Statistics;

/// <summary>
/// Whether hosts lose far more first flights than their own past predicts, when no others are left to compare them with: an e-process of
/// Poisson counts against a bound that the hour of the day does not reach.
/// </summary>
public sealed class OwnPastEProcess
{
    /// <summary>
    /// Without other hosts a bad hour of the whole network looks like harm: only what exceeds the past by more than this factor counts.
    /// </summary>
    public const double HoursDiffer = 3;

    private readonly RiskBets _bets;

    /// <summary>One without evidence.</summary>
    public OwnPastEProcess()
        : this(RiskBets.None) { }

    private OwnPastEProcess(RiskBets bets) => _bets = bets;

    /// <summary>The natural logarithm of the evidence for each ratio: what a store keeps, with <see cref="HighestLogE"/>.</summary>
    public IReadOnlyList<double> Logs => _bets.Logs;

    /// <summary>The highest natural logarithm of the evidence after any slot.</summary>
    public double HighestLogE => _bets.Highest;

    /// <summary>Restores one from its stored logarithms.</summary>
    /// <returns><see langword="null"/> when these are no <see cref="Logs"/>.</returns>
    public static OwnPastEProcess? Of(IReadOnlyList<double> logs, double highest) =>
        RiskBets.Of(logs, highest) is { } bets ? new OwnPastEProcess(bets) : null;

    /// <summary>Adds one slot.</summary>
    /// <param name="hosts">What was due and lost.</param>
    /// <param name="alpha">How often the hosts' own rates may mislead, above 0 and below 0.5.</param>
    /// <param name="over">How losses vary beyond counting.</param>
    public void Add(ExpectedLosses hosts, double alpha, Overdispersion over)
    {
        if (hosts.Due <= 0)
            return;
        var most = HoursDiffer * (hosts.Due + (Normal.Quantile(1 - alpha) * Math.Sqrt(hosts.Variance(over))));
        var factor = over.FactorAlone(most, hosts);
        Span<double> won = stackalloc double[RiskRatios.Count];
        for (var k = 0; k < won.Length; k++)
            won[k] = ((hosts.Lost * Math.Log(RiskRatios.At(k))) - (most * (RiskRatios.At(k) - 1))) / factor;
        _bets.Add(won);
    }

    /// <summary>True once the evidence ever reached 1/α.</summary>
    /// <param name="alpha">How often a false alarm is accepted, above 0 and below 1.</param>
    public bool Alarms(double alpha) => _bets.Alarms(alpha);
}
