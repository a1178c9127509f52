using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Statistics;

/// <summary>
/// The effect of a change on canary hosts, from their production connections and those of matched hosts, before and after: the canary
/// design of an experiment. Pure; the caller decides which hosts match.
/// </summary>
public static class CanaryComparison
{
    /// <summary>Fewer connections in a period show nothing about a host, and the host is left out.</summary>
    public const long LeastConnections = 100;

    /// <summary>Each figure that enough hosts have, as the effect of the change: positive for more of it.</summary>
    /// <param name="canary">Hosts with the change.</param>
    /// <param name="others">Matched hosts without it, in the same time.</param>
    /// <param name="random">Draws hosts.</param>
    public static IReadOnlyList<CanaryFigure> Of(IReadOnlyList<HostPeriods> canary, IReadOnlyList<HostPeriods> others, SeededRandom random)
    {
        var found = new List<CanaryFigure>();
        foreach (var (name, unit, of) in Figures)
        {
            var (changed, unchanged) = (Pairs(canary, of), Pairs(others, of));
            if (DifferenceInDifferences.Of(changed, unchanged, random) is { } effect)
                found.Add(new CanaryFigure(name, unit, effect, changed.Count, unchanged.Count));
        }
        return found;
    }

    private static readonly (string Name, string Unit, Func<TrafficProfile, double?> Of)[] Figures =
    [
        ("first flight lost", "share", profile => Share(profile.FirstFlightLoss, profile.Judged)),
        ("sent again", "share", profile => Share(profile.SegmentsAgain, profile.Segments)),
        ("queue delay, median", "ms", profile => Histogram.Of(profile.QueueDelay)?.Percentile(0.5) / 1000.0),
        // What no window changes: an effect here says that the hosts do not match.
        ("smallest round-trip time, median", "ms", profile => Histogram.Of(profile.MinRtt)?.Percentile(0.5) / 1000.0),
    ];

    private static List<BeforeAfter> Pairs(IReadOnlyList<HostPeriods> hosts, Func<TrafficProfile, double?> of)
    {
        var pairs = new List<BeforeAfter>(hosts.Count);
        foreach (var host in hosts)
        {
            if (
                host.Before.Connections >= LeastConnections
                && host.After.Connections >= LeastConnections
                && of(host.Before) is { } before
                && of(host.After) is { } after
            )
                pairs.Add(new BeforeAfter(before, after));
        }
        return pairs;
    }

    private static double? Share(long count, long of) => of == 0 ? null : (double)count / of;
}

/// <summary>Production connections of one host in two periods of the same length and time of day.</summary>
/// <param name="Before">Before the change.</param>
/// <param name="After">After it.</param>
public sealed record HostPeriods(TrafficProfile Before, TrafficProfile After);

/// <summary>One figure.</summary>
/// <param name="Name">Of what.</param>
/// <param name="Unit"><c>share</c> or <c>ms</c>.</param>
/// <param name="Effect">What the change did, with a 95 % interval.</param>
/// <param name="Canaries">Hosts with the change that had enough connections.</param>
/// <param name="Others">Hosts without it that had.</param>
public sealed record CanaryFigure(string Name, string Unit, Interval Effect, int Canaries, int Others);
