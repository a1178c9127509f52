namespace IwTune.Shared.Statistics;

/// <summary>
/// Tests whether one arm loses first flights more often than the other, and may be evaluated after every single connection: by Ville's
/// inequality it ever reaches 1/α with a probability of at most α when the arms are alike, however long it runs. For arms whose share
/// changes there is <see cref="ShareEProcess"/>.
/// </summary>
/// <remarks>
/// Only connections with a loss are noted. When the arms are alike such a connection is of the tested arm with that arm's share of all
/// connections, p₀; when the tested arm's risk is r times as high, with θ = p₀·r/(p₀·r + 1 − p₀). E is the mean over many r of the
/// likelihood ratio: a bet on every r at once. Kept in logarithms, so that nothing overflows.
/// </remarks>
public sealed class EProcess
{
    private readonly double[] _inTested = new double[RiskRatios.Count];
    private readonly double[] _inOther = new double[RiskRatios.Count];

    /// <param name="share">The tested arm's share of all connections, above 0 and below 1.</param>
    public EProcess(double share) => RiskRatios.Logs(share, _inTested, _inOther);

    /// <summary>Losses of the tested arm.</summary>
    public long Tested { get; private set; }

    /// <summary>Losses of the other arm.</summary>
    public long Other { get; private set; }

    /// <summary>The highest that <see cref="LogE"/> ever was: what counts, because looking may happen at any time.</summary>
    public double HighestLogE { get; private set; }

    /// <summary>The natural logarithm of the evidence against "the tested arm is no worse"; 0 at the beginning.</summary>
    public double LogE
    {
        get
        {
            Span<double> logs = stackalloc double[RiskRatios.Count];
            for (var k = 0; k < logs.Length; k++)
                logs[k] = Tested * _inTested[k] + Other * _inOther[k];
            return RiskRatios.LogMean(logs);
        }
    }

    /// <summary>The evidence; infinite beyond what a number holds.</summary>
    public double E => Math.Exp(LogE);

    /// <summary>Notes a connection that lost some of its first flight.</summary>
    /// <param name="tested">Whether it is of the tested arm.</param>
    public void Lost(bool tested)
    {
        if (tested)
            Tested++;
        else
            Other++;
        HighestLogE = Math.Max(HighestLogE, LogE);
    }

    /// <summary>True once the evidence ever reached 1/α: the tested arm is worse, roll it back.</summary>
    /// <param name="alpha">How often a false alarm is accepted, above 0 and below 1.</param>
    public bool Alarms(double alpha) => HighestLogE >= -Math.Log(alpha);
}
