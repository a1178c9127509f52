using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// How far slow fetches of one class are clustered by host and time slot: the slowest tenth of the control group's fetches of a slot is
/// counted in each host.
/// </summary>
/// <param name="Size">As <see cref="FetchTimes.Size"/>.</param>
/// <param name="Rtt">As <see cref="FetchTimes.Rtt"/>.</param>
/// <param name="Squares">Sum over host slots of (slow − expected)².</param>
/// <param name="Variance">The same if fetches were independent.</param>
public sealed record FetchClusters(int Size, int Rtt, double Squares, double Variance)
{
    /// <summary>The variance of a share of fetches as a multiple of the binomial one, at least 1.</summary>
    public double Factor => Variance <= 0 ? 1 : Math.Max(1, Squares / Variance);

    /// <summary>By class, both.</summary>
    public static IReadOnlyList<FetchClusters> Sum(IReadOnlyList<FetchClusters> one, IReadOnlyList<FetchClusters> other)
    {
        if (one.Count == 0 || other.Count == 0)
            return one.Count == 0 ? other : one;
        var sums = new List<FetchClusters>(one);
        foreach (var more in other)
        {
            var at = sums.FindIndex(there => there.Size == more.Size && there.Rtt == more.Rtt);
            if (at < 0)
                sums.Add(more);
            else
                sums[at] = sums[at] with { Squares = sums[at].Squares + more.Squares, Variance = sums[at].Variance + more.Variance };
        }
        return sums;
    }

    /// <summary>One host's fetches of a slot.</summary>
    /// <param name="host">Its fetches.</param>
    /// <param name="tails">The slowest fetches of the control group in the slot.</param>
    public static IReadOnlyList<FetchClusters> Of(IReadOnlyList<FetchTimes> host, IReadOnlyList<FetchTail> tails)
    {
        var found = new List<FetchClusters>();
        foreach (var times in host)
        {
            foreach (var tail in tails)
            {
                if (tail.Size != times.Size || tail.Rtt != times.Rtt)
                    continue;
                var (slow, count) = tail.In(times);
                var off = slow - (count * tail.Share);
                found.Add(new FetchClusters(times.Size, times.Rtt, off * off, count * tail.Share * (1 - tail.Share)));
            }
        }
        return found;
    }
}
