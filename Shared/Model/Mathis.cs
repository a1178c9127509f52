namespace IwTune.Shared.Model;

/// <summary>
/// How losses bound the mean window of a long transfer in congestion avoidance: W = 1.2 / √p (Mathis, Semke, Mahdavi and Ott, 1997; RFC
/// 3649 §3).
/// </summary>
public static class Mathis
{
    private const double Constant = 1.2;

    /// <summary>The mean window, segments.</summary>
    /// <param name="lossRate">Share of segments that are lost, above 0, at most 1.</param>
    public static double Window(double lossRate)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(lossRate);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(lossRate, 1);
        return Constant / Math.Sqrt(lossRate);
    }

    /// <summary>The share of segments that may be lost for a mean window of so many segments, above 0; at most 1.</summary>
    public static double LossRate(double window)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(window);
        return Math.Min(1, Constant * Constant / (window * window));
    }

    /// <summary>How long a transfer with this mean window goes without loss, on average.</summary>
    /// <param name="window">Mean window, segments, above 0.</param>
    /// <param name="rtt">Round-trip time: a window is sent in each.</param>
    public static TimeSpan BetweenLosses(double window, TimeSpan rtt) => rtt / (LossRate(window) * window);
}
