namespace IwTune.Shared.Statistics;

/// <summary>
/// The risk ratios that an e-process bets on, each with the same stake: even in their logarithms, the least just above 1.
/// </summary>
internal static class RiskRatios
{
    /// <summary>How many.</summary>
    public const int Count = 60;

    /// <summary>The largest.</summary>
    public const double Largest = 4;

    private static readonly double[] All = Make();

    /// <summary>One of them, from the least.</summary>
    public static double At(int place) => All[place];

    /// <summary>What one loss does to the logarithm of each bet.</summary>
    /// <param name="share">The tested arm's share of losses when the arms are alike, above 0 and below 1.</param>
    /// <param name="inTested">Logarithms for a loss of the tested arm.</param>
    /// <param name="inOther">Logarithms for a loss of the other.</param>
    public static void Logs(double share, Span<double> inTested, Span<double> inOther)
    {
        if (share is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(share), share, "a share above 0 and below 1 is needed");
        for (var k = 0; k < Count; k++)
        {
            // θ/p₀ = r/(p₀·r + 1 − p₀), and (1 − θ)/(1 − p₀) = 1/(p₀·r + 1 − p₀).
            inOther[k] = -Math.Log(share * All[k] + 1 - share);
            inTested[k] = inOther[k] + Math.Log(All[k]);
        }
    }

    /// <summary>The logarithm of the mean of what these are the logarithms of.</summary>
    public static double LogMean(ReadOnlySpan<double> logs)
    {
        double most = double.NegativeInfinity,
            sum = 0;
        foreach (var log in logs)
            most = Math.Max(most, log);
        foreach (var log in logs)
            sum += Math.Exp(log - most);
        return most + Math.Log(sum / logs.Length);
    }

    private static double[] Make()
    {
        var ratios = new double[Count];
        for (var k = 0; k < Count; k++)
            ratios[k] = Math.Pow(Largest, (k + 1.0) / Count);
        return ratios;
    }
}
