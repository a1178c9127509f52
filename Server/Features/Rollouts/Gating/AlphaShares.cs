namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>How the accepted false-positive rate of a whole rollout is divided; the shares sum to at most all of it.</summary>
internal static class AlphaShares
{
    /// <summary>That the e-process of first-flight loss is wrong.</summary>
    public const double FirstFlights = 0.4;

    /// <summary>That what hosts lost before misleads it.</summary>
    public const double HostRates = 0.1;

    /// <summary>That the interval of what is sent again is wrong, over all rings.</summary>
    public const double SentAgain = 0.25;

    /// <summary>
    /// That one of the intervals of fetch times is, over all rings and classes: the 95th and the 99th percentile have half each.
    /// </summary>
    public const double FetchTimes = 0.25;
}
