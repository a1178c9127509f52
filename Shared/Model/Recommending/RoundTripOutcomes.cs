using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>
/// What another window would do, by class of round-trip times: an average over all hides that a larger window helps distant peers and may
/// only fill a buffer towards near ones. Pure, as <see cref="Recommender"/> is, and by the same sweep: the classes together are its answer.
/// </summary>
public static class RoundTripOutcomes
{
    /// <summary>The classes that hold connections, the nearest first.</summary>
    /// <param name="asked">With measured traffic; a description has no connections and gives no class.</param>
    /// <param name="window">The other window, segments, at least 1.</param>
    public static IReadOnlyList<RoundTripOutcome> Of(RecommendationCase asked, int window)
    {
        if (asked.Described)
            return [];
        var seen = PathEvidence.Of(asked.Traffic) with { Mss = asked.Segment };
        var whole = Sweep.Of(asked, seen, TrafficMix.Of(asked.Traffic));
        List<RoundTripOutcome> outcomes = [];
        foreach (var distance in TrafficClass.Of(asked.Traffic))
        {
            outcomes.Add(
                new(
                    distance,
                    distance.Connections < Recommender.LeastConnections
                        ? null
                        : Figures(whole.Within(TrafficMix.Of(distance.Within(asked.Traffic))), asked, distance.Connections, window)
                )
            );
        }
        return outcomes;
    }

    private static RoundTripFigures Figures(Sweep part, RecommendationCase asked, long connections, int window)
    {
        var (p50Before, p90Before, _) = part.Times(asked.Current).Estimate(connections, asked.Seed);
        var (p50After, p90After, _) = part.Times(window).Estimate(connections, asked.Seed);
        return new(
            part.RoundsSaved(window).Estimate(connections, asked.Seed).Mean,
            p50Before,
            p50After,
            p90Before,
            p90After,
            part.Buffer.Risk(asked.Current, part.Mix).Share,
            part.Buffer.Risk(window, part.Mix).Share
        );
    }
}
