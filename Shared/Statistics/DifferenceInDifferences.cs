using System.Runtime.InteropServices;

namespace IwTune.Shared.Statistics;

/// <summary>
/// What a change did on some hosts when other, similar ones show what would have happened without it. Each host is compared with itself, so
/// that lasting differences between hosts cancel, and the change of the others is taken away, so that what happened to all cancels too.
/// </summary>
public static class DifferenceInDifferences
{
    /// <summary>Least number of hosts on each side: below it drawing them again says nothing.</summary>
    public const int LeastHosts = 3;

    /// <summary>
    /// The effect: the mean change of the changed hosts less that of the others. Hosts are what is drawn, because connections of one host
    /// hang together.
    /// </summary>
    /// <param name="changed">Hosts with the change.</param>
    /// <param name="others">Matched hosts without it.</param>
    /// <param name="random">Draws.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <returns><see langword="null"/> when a side has fewer than <see cref="LeastHosts"/>.</returns>
    public static Interval? Of(
        IReadOnlyList<BeforeAfter> changed,
        IReadOnlyList<BeforeAfter> others,
        SeededRandom random,
        double confidence = 0.95
    )
    {
        if (changed.Count < LeastHosts || others.Count < LeastHosts)
            return null;
        var values = new double[Bootstrap.Resamples];
        for (var time = 0; time < values.Length; time++)
            values[time] = DrawnMean(changed, random) - DrawnMean(others, random);
        Array.Sort(values);
        return new Interval(
            changed.Average(host => host.Change) - others.Average(host => host.Change),
            Quantiles.Of(values, (1 - confidence) / 2),
            Quantiles.Of(values, (1 + confidence) / 2)
        );
    }

    private static double DrawnMean(IReadOnlyList<BeforeAfter> hosts, SeededRandom random)
    {
        double sum = 0;
        for (var draw = 0; draw < hosts.Count; draw++)
            sum += hosts[random.Below(hosts.Count)].Change;
        return sum / hosts.Count;
    }
}

/// <summary>One figure of one host in two periods.</summary>
/// <param name="Before">Before the change.</param>
/// <param name="After">After it; for a host without the change, in the same time.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct BeforeAfter(double Before, double After)
{
    /// <summary>By how much it grew.</summary>
    public double Change => After - Before;
}
