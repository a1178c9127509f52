namespace IwTune.Shared.Statistics;

/// <summary>
/// Estimates <see cref="Overdispersion"/> by moments, from hosts without the change, in sums that a store can keep. The unit is a host in a
/// time slot.
/// </summary>
public sealed record OverdispersionSums
{
    /// <summary>The assumed values weigh as much as hosts with this sum of squares of expected losses.</summary>
    private const double Prior = 5;

    /// <summary>With a larger share of the arm's expected losses a host determines the mean that it is compared with.</summary>
    private const double MostOfArm = 0.95;

    /// <summary>Sum over host slots of (lost − due)² less what counting explains.</summary>
    public double SlotExcess { get; init; }

    /// <summary>Sum over host slots of due².</summary>
    public double SlotSquares { get; init; }

    /// <summary>The same over hosts, each with all its slots, less what counting now and in its past explains.</summary>
    public double HostExcess { get; init; }

    /// <summary>Sum over hosts of due².</summary>
    public double HostSquares { get; init; }

    /// <summary>Sum over hosts of what one unit of <see cref="Overdispersion.Bursts"/> explains.</summary>
    public double HostBursts { get; init; }

    /// <summary>What is known now.</summary>
    public Overdispersion Estimate()
    {
        var bursts = Math.Max(0, (SlotExcess + (Prior * Overdispersion.AssumedBursts)) / (SlotSquares + Prior));
        var drift = (HostExcess - (bursts * HostBursts) + (Prior * Overdispersion.LeastDrift)) / (HostSquares + Prior);
        return new Overdispersion(bursts, Math.Max(Overdispersion.LeastDrift, drift));
    }

    /// <summary>Adds one slot of hosts without the change, compared with their mean in it; their histories get it too.</summary>
    /// <param name="hosts">Each host once.</param>
    public OverdispersionSums With(IReadOnlyList<HostSlot> hosts)
    {
        double due = 0;
        long lost = 0;
        foreach (var host in hosts)
            (due, lost) = (due + host.Due, lost + host.Lost);
        if (due <= 0)
            return this;
        var (common, sums) = (lost / due, this);
        foreach (var host in hosts)
        {
            var share = host.Due / due;
            if (share <= MostOfArm)
                sums = sums.With(host, common, share);
        }
        return sums;
    }

    private OverdispersionSums With(HostSlot host, double common, double share)
    {
        var due = host.Due * common;
        var off = host.Lost - due;
        var (before, now) = (host.History, host.History.With(due, host.Lost));
        host.History = now;
        return this with
        {
            // The mean of the slot contains the host itself: its distance from it is too small by its share.
            SlotExcess = SlotExcess + (off * off / (1 - share)) - due,
            SlotSquares = SlotSquares + (due * due),
            HostExcess = HostExcess + now.Excess(host.Rate) - before.Excess(host.Rate),
            HostSquares = HostSquares + (now.Due * now.Due) - (before.Due * before.Due),
            HostBursts = HostBursts + now.Bursts(host.Rate) - before.Bursts(host.Rate),
        };
    }
}
