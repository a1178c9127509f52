using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Whether fetches take longer at their slow end, each class of size and distance for itself. RFC 6928 §10: a service's p99 got worse while
/// its mean got better.
/// </summary>
internal static class FetchTimeInput
{
    public const string P95 = "fetch time p95",
        P99 = "fetch time p99";

    /// <summary>So that ten fetches lie beyond the percentile.</summary>
    private const long Least95 = 200,
        Least99 = 1000;

    public static IEnumerable<GateInput> Of(GateCase given, string few)
    {
        // A small rollout with fewer required connections must be able to pass with them.
        yield return Of(given, P95, 0.95, Math.Clamp(given.Rules.MinSamples / 5, 40, Least95), few);
        yield return Of(given, P99, 0.99, Least99, few);
    }

    private static GateInput Of(GateCase given, string name, double share, long least, string few)
    {
        var (ring, control) = (given.Outcomes.Ring, given.Outcomes.RingControl);
        var classes = FetchComparison.Comparable(ring, control, least);
        if (classes.Count == 0)
            return None(given, name, share, least, few);
        // Every ring and every class that there can be gets the same part (Bonferroni): classes that fill up later must not have been spent
        // already.
        var alpha = given.Rules.Alpha * AlphaShares.FetchTimes / 2 / given.Rules.Rings.Count / (FetchTimes.Sizes * FetchTimes.Distances);
        FetchComparison? worst = null;
        foreach (var times in classes)
        {
            var one = FetchComparison.Of(times, ring, control, share, count => AnytimeDeviate.Of(count, 5.0 * least, alpha));
            if (worst is null || (one.IsHarm, one.Ratio.Low).CompareTo((worst.IsHarm, worst.Ratio.Low)) > 0)
                worst = one;
        }
        var told = Words.Text(
            $"{(classes.Count == 1 ? "the only class with enough fetches" : $"the worst of {classes.Count} classes")}, "
                + $"{worst!.Class.Name}: {worst.Ring:0.#} ms where {worst.Expected:0.#} ms were due by the control group "
                + $"({Change(worst.Ratio.Estimate)}, interval {Change(worst.Ratio.Low)} to {Change(worst.Ratio.High)}; "
                + $"{worst.Count:N0} against {worst.ControlCount:N0} fetches); from {worst.Threshold:0.#} ms on it matters"
        );
        var verdict =
            worst.IsHarm ? GateVerdict.Fail
            : few.Length > 0 ? GateVerdict.Inconclusive
            : GateVerdict.Pass;
        return new GateInput(
            name,
            verdict,
            worst.IsHarm ? $"{told}: harm shown"
                : few.Length > 0 ? $"{few}; {told}"
                : told,
            "ms",
            Math.Round(worst.Ring, 1),
            Math.Round(worst.Expected, 1),
            Math.Round(worst.Expected + worst.Threshold, 1)
        )
        {
            Due = Math.Round(worst.Expected, 1),
            Low = Measure.Finite(Math.Round(worst.Expected * worst.Ratio.Low, 1)),
            High = Measure.Finite(Math.Round(worst.Expected * worst.Ratio.High, 1)),
        };
    }

    private static GateInput None(GateCase given, string name, double share, long least, string few)
    {
        var (ring, control) = (given.Outcomes.Ring, given.Outcomes.RingControl);
        if (few.Length > 0)
            return new GateInput(name, GateVerdict.Inconclusive, few, "ms");
        if (ring.Fetch.Count == 0 || control.Fetch.Count == 0)
            return new GateInput(
                name,
                GateVerdict.NotApplicable,
                Words.Text(
                    $"the hosts {(ring.Fetch.Count == 0 ? "of the ring" : "of the control group")} report no fetch times (an "
                        + $"older agent, or no path of a millisecond or more)"
                ),
                "ms"
            );
        // Groups that fetch alike have a class with enough by then: one of all classes has at least its share.
        var enough = least * FetchTimes.Sizes * FetchTimes.Distances;
        if (FetchComparison.All(ring.Fetch) >= enough && FetchComparison.All(control.Fetch) >= enough)
            return new GateInput(
                name,
                GateVerdict.NotApplicable,
                Words.Text(
                    $"the ring and the control group cannot be compared. Each reported {enough:N0} fetches or more, and no "
                        + $"class of size and distance has {least:N0} in both"
                ),
                "ms"
            );
        var thin = Words.Text($"no class of size and distance has {least:N0} fetches in both groups yet");
        // The 95th percentile decides; the 99th needs five times as many connections and is a second check where there are enough.
        return share > 0.95
            ? new GateInput(name, GateVerdict.NotApplicable, thin, "ms")
            : new GateInput(name, GateVerdict.Inconclusive, thin, "ms");
    }

    private static string Change(double ratio) => ratio > 10 ? Words.Text($"×{ratio:0}") : Words.Text($"{(ratio - 1) * 100:+0.#;−0.#;0} %");
}
