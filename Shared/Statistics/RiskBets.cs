namespace IwTune.Shared.Statistics;

/// <summary>
/// Bets on every one of the <see cref="RiskRatios"/> at once, with equal stakes: what an e-process has won so far, as logarithms.
/// </summary>
internal sealed class RiskBets
{
    private readonly double[] _logs;

    private RiskBets(double[] logs, double highest) => (_logs, Highest) = (logs, highest);

    /// <summary>Before the first batch.</summary>
    public static RiskBets None => new(new double[RiskRatios.Count], 0);

    /// <summary>Of each ratio.</summary>
    public IReadOnlyList<double> Logs => _logs;

    /// <summary>Of the mean over the ratios.</summary>
    public double Log => RiskRatios.LogMean(_logs);

    /// <summary>The highest that <see cref="Log"/> ever was after a batch.</summary>
    public double Highest { get; private set; }

    /// <summary>Restores stored ones; <see langword="null"/> when these are none.</summary>
    public static RiskBets? Of(IReadOnlyList<double> logs, double highest)
    {
        if (logs.Count != RiskRatios.Count || double.IsNaN(highest))
            return null;
        foreach (var log in logs)
        {
            if (!double.IsFinite(log))
                return null;
        }
        return new RiskBets([.. logs], highest);
    }

    /// <summary>Adds what one batch wins by each ratio.</summary>
    public void Add(ReadOnlySpan<double> won)
    {
        for (var k = 0; k < _logs.Length; k++)
            _logs[k] += won[k];
        Highest = Math.Max(Highest, Log);
    }

    /// <summary>True once the mean ever reached 1/α (Ville).</summary>
    public bool Alarms(double alpha) => Highest >= -Math.Log(alpha);
}
