namespace IwTune.Shared.Statistics;

/// <summary>The losses of one arm in one time, and how many were due by what is known of each of its hosts.</summary>
public sealed class ExpectedLosses
{
    /// <summary>Connections that lost.</summary>
    public long Lost { get; private set; }

    /// <summary>How many were due: sum over the hosts of connections × rate.</summary>
    public double Due { get; private set; }

    /// <summary>Its variance: sum over the hosts of (connections × rate)² × spread.</summary>
    public double Variance { get; private set; }

    /// <summary>Adds what one host had; each host once.</summary>
    /// <param name="connections">At least 0.</param>
    /// <param name="lost">0 to <paramref name="connections"/>.</param>
    /// <param name="rate">What was known of the host before.</param>
    public void Add(long connections, long lost, HostRate rate)
    {
        var due = connections * rate.Rate;
        Lost += lost;
        Due += due;
        Variance += due * due * rate.Spread;
    }
}
