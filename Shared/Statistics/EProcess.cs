namespace IwTune.Shared.Statistics;

/// <summary>
/// Watches whether one arm loses first flights more often than the other, and may be looked at after every single connection: by Ville's
/// inequality it ever reaches 1/α with a probability of at most α when the arms are alike, however long it runs.
/// </summary>
/// <remarks>
/// Only connections with a loss are noted. When the arms are alike such a connection is of the tested arm with that arm's share of all
/// connections, p₀; when the tested arm's risk is r times as high, with θ = p₀·r/(p₀·r + 1 − p₀). E is the mean over many r of the likelihood
/// ratio: a bet on every r at once. Kept in logarithms, so that nothing overflows.
/// </remarks>
/// <param name="share">The tested arm's share of all connections, above 0 and below 1.</param>
public sealed class EProcess(double share)
{
    /// <summary>How many risk ratios are bet on.</summary>
    public const int Ratios = 60;

    /// <summary>The largest of them; the least is just above 1, and they are evenly spaced in their logarithms.</summary>
    public const double LargestRatio = 4;

    private readonly double[] _inTested = Logs(share, inTested: true);
    private readonly double[] _inOther = Logs(share, inTested: false);

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
            double most = double.NegativeInfinity, sum = 0;
            for (var k = 0; k < Ratios; k++)
                most = Math.Max(most, Log(k));
            for (var k = 0; k < Ratios; k++)
                sum += Math.Exp(Log(k) - most);
            return most + Math.Log(sum / Ratios);
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

    private double Log(int k) => Tested * _inTested[k] + Other * _inOther[k];

    private static double[] Logs(double share, bool inTested)
    {
        if (share is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(share), share, "a share above 0 and below 1 is needed");
        var logs = new double[Ratios];
        for (var k = 0; k < Ratios; k++)
        {
            var ratio = Math.Pow(LargestRatio, (k + 1.0) / Ratios);
            var theta = share * ratio / (share * ratio + 1 - share);
            logs[k] = inTested ? Math.Log(theta / share) : Math.Log((1 - theta) / (1 - share));
        }
        return logs;
    }
}
