using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages.Lanes;

/// <summary>The rings of a rollout in one line: a segment a ring, in proportion to its hosts, drawn with the cells of its lane.</summary>
/// <param name="Width">Of all segments and the gaps between them, pixels.</param>
/// <param name="Segments">The rings that have hosts.</param>
internal sealed record RingStrip(int Width, IReadOnlyList<RingStrip.Segment> Segments)
{
    /// <summary>Two cells on top of each other.</summary>
    public const int Height = 2 * LaneCells.Step;

    /// <summary>Narrower segments cannot be distinguished, and have no room for what failed beside what did not.</summary>
    private const int LeastCells = 3;

    private const int Gap = 4;

    /// <param name="Ring">Its ring.</param>
    /// <param name="From">Where it begins, pixels.</param>
    /// <param name="Width">How wide it is.</param>
    /// <param name="Runs">Where the cells of each state are in it.</param>
    internal sealed record Segment(RolloutRing Ring, int From, int Width, IReadOnlyList<Run> Runs);

    /// <param name="State">Whose cells they are.</param>
    /// <param name="From">Where they begin in the segment, pixels.</param>
    /// <param name="Width">How wide they are.</param>
    internal sealed record Run(RolloutHostState State, int From, int Width);

    /// <param name="rings">At most 16.</param>
    /// <param name="cells">How many cells stand beside each other, at least three for each ring.</param>
    public static RingStrip Of(IReadOnlyList<RolloutRing> rings, int cells = 60)
    {
        var (segments, from) = (new List<Segment>(), 0);
        var drawn = rings.Where(ring => ring.Hosts > 0).ToList();
        foreach (var (ring, width) in drawn.Zip(Split([.. drawn.Select(ring => ring.Hosts)], cells, LeastCells)))
        {
            segments.Add(new(ring, from, width * LaneCells.Step, Runs(ring, width)));
            from += width * LaneCells.Step + Gap;
        }
        return new(Math.Max(0, from - Gap), segments);
    }

    private static List<Run> Runs(RolloutRing ring, int cells)
    {
        // In the order of importance, so that the cells that a small segment has go to what failed.
        var states = RolloutWords.HostStates.Where(state => RolloutWords.Count(ring, state) > 0).Take(cells).ToList();
        var (runs, from) = (new List<Run>(), 0);
        foreach (var (state, width) in states.Zip(Split([.. states.Select(state => RolloutWords.Count(ring, state))], cells, least: 1)))
        {
            runs.Add(new(state, from, width * LaneCells.Step));
            from += width * LaneCells.Step;
        }
        return runs;
    }

    /// <summary>Shares a number of cells: some for each, the rest in proportion. No cell is lost by rounding.</summary>
    private static IEnumerable<int> Split(IReadOnlyList<int> hosts, int cells, int least)
    {
        var (all, free) = (hosts.Sum(count => (long)count), cells - least * hosts.Count);
        var (seen, placed) = (0L, 0);
        foreach (var count in hosts)
        {
            var until = (int)((seen += count) * free / all);
            yield return least + until - placed;
            placed = until;
        }
    }
}
