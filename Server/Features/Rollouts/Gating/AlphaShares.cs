namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// How the accepted false-positive rate of a whole rollout is divided among everything that can fail a ring by its outcomes; the shares sum
/// to all of it.
/// </summary>
internal static class AlphaShares
{
    /// <summary>That the e-process of first-flight loss is wrong, over all rings.</summary>
    public const double FirstFlights = 0.38;

    /// <summary>That the hosts' own past misleads it.</summary>
    public const double HostRates = 0.1;

    /// <summary>That the emergency stop by the hosts' own past is wrong.</summary>
    public const double OwnPast = 0.02;

    /// <summary>That the interval of retransmissions is wrong, over all rings.</summary>
    public const double Retransmissions = 0.25;

    /// <summary>
    /// That one of the intervals of fetch times is, over all rings and classes: the 95th and the 99th percentile have half each.
    /// </summary>
    public const double FetchTimes = 0.25;
}
