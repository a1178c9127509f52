namespace IwTune.Shared.Statistics;

/// <summary>The losses of one arm in one time slot, and how many were due by what is known of each of its hosts.</summary>
public sealed class ExpectedLosses
{
    private double _spread,
        _bursts,
        _squares;

    /// <summary>Connections that lost.</summary>
    public long Lost { get; private set; }

    /// <summary>How many were due: sum over the hosts of connections × rate.</summary>
    public double Due { get; private set; }

    /// <summary>1 when all that is due is due of one host, 1/n when it is due of n hosts equally (Kish).</summary>
    public double Concentration => Due <= 0 ? 1 : _squares / (Due * Due);

    /// <summary>Adds what one host had; each host once.</summary>
    /// <param name="connections">At least 0.</param>
    /// <param name="lost">0 to <paramref name="connections"/>.</param>
    /// <param name="rate">What was known of the host before.</param>
    public void Add(long connections, long lost, HostRate rate)
    {
        var due = connections * rate.Rate;
        Lost += lost;
        Due += due;
        _squares += due * due;
        _spread += due * due * rate.Spread;
        _bursts += due * due * rate.Concentration;
    }

    /// <summary>Adds the hosts of one slot.</summary>
    /// <param name="hosts">Each host once.</param>
    public static ExpectedLosses Of(IReadOnlyList<HostSlot> hosts)
    {
        var sum = new ExpectedLosses();
        foreach (var host in hosts)
            sum.Add(host.Connections, host.Lost, host.Rate);
        return sum;
    }

    /// <summary>The variance of <see cref="Due"/>: how badly the hosts' rates are known.</summary>
    /// <param name="over">How losses vary.</param>
    public double Variance(Overdispersion over) => _spread + (over.Bursts * _bursts) + (over.Drift * _squares);
}
