using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Adds hosts' slots to the sums of one arm.</summary>
public static class ArmSums
{
    /// <param name="sum">The sums of the arm so far.</param>
    /// <param name="slots">Slots of its hosts, each counted once (<see cref="CountedSlot.Counted"/>).</param>
    /// <param name="arm">The ring that the rollout was in, and the arm.</param>
    public static ArmOutcome Add(ArmOutcome sum, IReadOnlyList<(CountedHost Host, ArmOutcome Counted)> slots, (long Stage, long Ring) arm)
    {
        // Distributions are added at once: one by one takes most of the time.
        var (now, before) = (new List<IReadOnlyList<FetchTimes>> { sum.Fetch }, new List<IReadOnlyList<FetchTimes>> { sum.FetchBefore });
        foreach (var (host, counted) in slots)
        {
            now.Add(counted.Fetch);
            if (host.Folded != arm)
                before.Add(host.Fetch);
            sum = sum.With(One(host, counted, arm) with { Fetch = [], FetchBefore = [] });
        }
        return sum with { Fetch = FetchTimes.Sum(now), FetchBefore = FetchTimes.Sum(before) };
    }

    private static ArmOutcome One(CountedHost host, ArmOutcome counted, (long Stage, long Ring) arm)
    {
        var known = host.Folded == arm;
        // What a host's past is off by is the same all the time: it adds up before it is squared.
        var (segments, due) = (known ? host.FoldedSegments : 0, known ? host.FoldedDue : 0);
        var squares = Grown(due, counted.LostBefore);
        (host.Folded, host.FoldedSegments, host.FoldedDue) = (arm, segments + counted.Segments, due + counted.LostBefore);
        return counted with
        {
            Hosts = known ? 0 : 1,
            AgainVariance = Grown(segments, counted.Segments) * host.AgainVariance,
            LostHostSquares = squares,
            LostHostSpread = squares * host.Rate.Spread,
            LostHostBursts = squares * host.Rate.Concentration,
        };
    }

    private static double Grown(double before, double more) => ((before + more) * (before + more)) - (before * before);
}
