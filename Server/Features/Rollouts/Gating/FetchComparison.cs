using IwTune.Shared.Model;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// One class of fetches of a ring, and what its hosts' past and the control group's present and past say that it should take.
/// </summary>
/// <param name="Class">Which.</param>
/// <param name="Expected">The percentile that was due, ms.</param>
/// <param name="Ring">The percentile of the ring, ms.</param>
/// <param name="Ratio">Ring to due, with its interval.</param>
/// <param name="Count">Fetches of the ring.</param>
/// <param name="ControlCount">Fetches of the control group.</param>
internal sealed record FetchComparison(FetchTimes Class, double Expected, double Ring, Interval Ratio, long Count, long ControlCount)
{
    /// <summary>Without a history hosts of one class of fetches differ by about this much: rates, loads, applications.</summary>
    public const double HostsDiffer = 0.2;

    /// <summary>A quicker history than this many fetches is none.</summary>
    private const long LeastBefore = 100;

    /// <summary>
    /// The slowdown that counts, ms: 10 %, and half of the class's least round trip, because rounds quantise times.
    /// </summary>
    public double Threshold => Math.Max(0.1 * Expected, Class.FromRtt / 2000.0);

    /// <summary>True when the ring is slower for sure, and by enough to matter.</summary>
    public bool IsHarm => Ratio.Low > 1 && Ring - Expected >= Threshold;

    /// <summary>The classes that both arms have enough fetches of.</summary>
    public static IReadOnlyList<FetchTimes> Comparable(ArmOutcome ring, ArmOutcome control, long least)
    {
        var found = new List<FetchTimes>();
        foreach (var times in ring.Fetch)
        {
            if (Total(times) >= least && Find(control.Fetch, times) is { } other && Total(other) >= least)
                found.Add(times);
        }
        return found;
    }

    /// <summary>
    /// Compares one class. Logarithms of order statistics' intervals add up by their squares (Donner and Zou 2012, "MOVER").
    /// </summary>
    public static FetchComparison Of(FetchTimes times, ArmOutcome ring, ArmOutcome control, double share, Func<double, double> deviate)
    {
        var (now, other) = (Histogram.Of(times.Microseconds)!, Histogram.Of(Find(control.Fetch, times)!.Microseconds)!);
        // Slow fetches come together: as many independent ones would be as good as this share of them.
        var factor = Clusters(ring, control, times);
        var z = deviate(1 / (1.0 / now.Count + 1.0 / other.Count) / factor);
        var (mine, theirs) = (Logs(now, share, z, factor), Logs(other, share, z, factor));
        var (estimate, low, high) = (
            mine.Estimate - theirs.Estimate,
            Squared(mine.Estimate - mine.Low) + Squared(theirs.High - theirs.Estimate),
            Squared(mine.High - mine.Estimate) + Squared(theirs.Estimate - theirs.Low)
        );
        var doubt = HostsDiffer * HostsDiffer;
        if (History(ring, times) is { } before && History(control, times) is { } otherBefore)
        {
            var (past, othersPast) = (Logs(before, share, z, factor), Logs(otherBefore, share, z, factor));
            estimate -= past.Estimate - othersPast.Estimate;
            low += Squared(past.High - past.Estimate) + Squared(othersPast.Estimate - othersPast.Low);
            high += Squared(past.Estimate - past.Low) + Squared(othersPast.High - othersPast.Estimate);
            doubt = Overdispersion.LeastDrift;
        }
        doubt *= z * z * (1.0 / Math.Max(1, ring.Hosts) + 1.0 / Math.Max(1, control.Hosts));
        var took = now.Quantile(share)!.Value / 1000;
        return new FetchComparison(
            times,
            took / Math.Exp(estimate),
            took,
            new Interval(Math.Exp(estimate), Math.Exp(estimate - Math.Sqrt(low + doubt)), Math.Exp(estimate + Math.Sqrt(high + doubt))),
            now.Count,
            other.Count
        );
    }

    private static Interval Logs(Histogram histogram, double share, double z, double factor)
    {
        // Ranks of order statistics are binomial; Wilson's interval of the share keeps them inside.
        var n = Math.Max(1, histogram.Count / factor);
        var centre = (share + z * z / (2 * n)) / (1 + z * z / n);
        var half = z / (1 + z * z / n) * Math.Sqrt(share * (1 - share) / n + z * z / (4 * n * n));
        return new Interval(Log(histogram, share), Log(histogram, centre - half), Log(histogram, centre + half));
    }

    private static double Clusters(ArmOutcome ring, ArmOutcome control, FetchTimes kind)
    {
        foreach (var one in FetchClusters.Sum(ring.FetchClusters, control.FetchClusters))
        {
            if (one.Size == kind.Size && one.Rtt == kind.Rtt)
                return one.Factor;
        }
        return 1;
    }

    private static double Log(Histogram histogram, double share) => Math.Log(Math.Max(1, histogram.Quantile(share)!.Value));

    private static Histogram? History(ArmOutcome arm, FetchTimes times) =>
        Find(arm.FetchBefore, times) is { } before && Total(before) >= LeastBefore ? Histogram.Of(before.Microseconds) : null;

    private static FetchTimes? Find(IReadOnlyList<FetchTimes> among, FetchTimes kind)
    {
        foreach (var times in among)
        {
            if (times.Size == kind.Size && times.Rtt == kind.Rtt)
                return times;
        }
        return null;
    }

    private static long Total(FetchTimes times)
    {
        long count = 0;
        foreach (var (_, connections) in times.Microseconds)
            count += connections;
        return count;
    }

    /// <summary>Fetches of all classes.</summary>
    public static long All(IReadOnlyList<FetchTimes> fetches) => fetches.Sum(Total);

    private static double Squared(double number) => number * number;
}
