namespace IwTune.Shared.Statistics;

/// <summary>
/// Tests whether one arm loses first flights more often than the other, and may be evaluated after every single connection: by Ville's
/// inequality it ever reaches 1/α with a probability of at most α when the arms are alike, however long it runs. The share of the arms may
/// change with every batch: rings grow, traffic moves. Each batch names the share of the losses that its tested arm would have if the arms
/// were alike. That share must be known without the losses themselves: from counts of connections and from earlier data.
/// </summary>
/// <remarks>
/// Only connections with a loss are noted. When the arms are alike such a connection is of the tested arm with probability p₀, that arm's
/// share; when the tested arm's risk is r times as high, with θ = p₀·r/(p₀·r + 1 − p₀). The evidence is the mean over many r of the
/// likelihood ratio: a bet on every r at once, in logarithms, so that nothing overflows. For every risk ratio the product over batches of
/// (θ/p₀)^x·((1 − θ)/(1 − p₀))^y is still a martingale when p₀ is right. It shrinks in the mean when p₀ is too large (it grows with x,
/// whose mean is then smaller): a share that is too large is on the safe side, and costs power. So the guarantee also holds for a share of
/// which only an upper bound is known (<see cref="UncertainShare"/>). Losses that come in bursts are not independent: the logarithm of a
/// batch is divided by the factor by which its variance is larger (quasi-likelihood, Wedderburn 1974; McCullagh and Nelder 1989, chapter
/// 9).
/// </remarks>
public sealed class ShareEProcess
{
    private readonly RiskBets _bets;

    /// <summary>One without evidence.</summary>
    public ShareEProcess()
        : this(RiskBets.None) { }

    private ShareEProcess(RiskBets bets) => _bets = bets;

    /// <summary>The natural logarithm of the evidence for each risk ratio: what a store keeps, with <see cref="HighestLogE"/>.</summary>
    public IReadOnlyList<double> Logs => _bets.Logs;

    /// <summary>The highest that <see cref="LogE"/> ever was after a batch.</summary>
    public double HighestLogE => _bets.Highest;

    /// <summary>The natural logarithm of the evidence against "the tested arm is no worse"; 0 at the beginning.</summary>
    public double LogE => _bets.Log;

    /// <summary>Restores one from its stored logarithms.</summary>
    /// <returns><see langword="null"/> when these are no <see cref="Logs"/>.</returns>
    public static ShareEProcess? Of(IReadOnlyList<double> logs, double highest) =>
        RiskBets.Of(logs, highest) is { } bets ? new ShareEProcess(bets) : null;

    /// <summary>Adds the losses of one batch.</summary>
    /// <param name="share">The share of them that the tested arm would have if the arms were alike, or more; above 0 and below 1.</param>
    /// <param name="tested">Losses of the tested arm.</param>
    /// <param name="other">Losses of the other arm.</param>
    /// <param name="factor">
    /// Variance of the tested arm's losses as a multiple of the binomial one, from 1: what clustered losses are worth less than independent
    /// ones (<see cref="Overdispersion.Factor"/>).
    /// </param>
    public void Add(double share, long tested, long other, double factor = 1)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(tested);
        ArgumentOutOfRangeException.ThrowIfNegative(other);
        ArgumentOutOfRangeException.ThrowIfLessThan(factor, 1);
        Span<double> inTested = stackalloc double[RiskRatios.Count];
        Span<double> inOther = stackalloc double[RiskRatios.Count];
        RiskRatios.Logs(share, inTested, inOther);
        for (var k = 0; k < RiskRatios.Count; k++)
            inTested[k] = ((tested * inTested[k]) + (other * inOther[k])) / factor;
        _bets.Add(inTested);
    }

    /// <summary>Adds what both arms lost in the same time, by the highest share that the tested arm can be due.</summary>
    /// <param name="tested">The tested arm.</param>
    /// <param name="other">The other arm.</param>
    /// <param name="alpha">How often that share may be too low (<see cref="UncertainShare"/>).</param>
    /// <param name="over">How losses vary beyond counting.</param>
    /// <returns>False when an arm had no connections, so that there is nothing to compare.</returns>
    public bool Add(ExpectedLosses tested, ExpectedLosses other, double alpha, Overdispersion over)
    {
        if (tested.Due <= 0 || other.Due <= 0)
            return false;
        var share = UncertainShare.Highest(tested.Due, tested.Variance(over), other.Due, other.Variance(over), alpha);
        Add(share, tested.Lost, other.Lost, over.Factor(share, tested.Lost + other.Lost, tested, other));
        return true;
    }

    /// <summary>True once the evidence ever reached 1/α.</summary>
    /// <param name="alpha">How often a false alarm is accepted, above 0 and below 1.</param>
    public bool Alarms(double alpha) => _bets.Alarms(alpha);
}
