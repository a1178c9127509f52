using System.Text;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages.Lanes;

/// <summary>The hosts of a ring as cells of a grid: a run of cells a state, what must be seen first stands first.</summary>
/// <param name="Columns">Cells beside each other.</param>
/// <param name="Rows">Cells on top of each other.</param>
/// <param name="Runs">Where each state's cells are.</param>
internal sealed record LaneCells(int Columns, int Rows, IReadOnlyList<LaneCells.Run> Runs)
{
    /// <summary>A cell of 6 and its gap, pixels.</summary>
    public const int Step = 8;

    /// <summary>More cells than this cannot be distinguished; then a cell represents several hosts.</summary>
    public const int MostCells = 2000;

    private const int LeastColumns = 8,
        MostColumns = 48;

    /// <param name="State">Whose cells they are.</param>
    /// <param name="Hosts">How many hosts they represent.</param>
    /// <param name="Path">The area they take, as an SVG path.</param>
    internal sealed record Run(RolloutHostState State, int Hosts, string Path);

    /// <summary>How many hosts a cell represents, the same in every lane.</summary>
    public static int Scale(IReadOnlyList<RolloutRing> rings) => Math.Max(1, (rings.Sum(ring => ring.Hosts) + MostCells - 1) / MostCells);

    /// <param name="ring">The ring.</param>
    /// <param name="scale">Hosts a cell.</param>
    public static LaneCells Of(RolloutRing ring, int scale)
    {
        var counts = RolloutWords
            .HostStates.Select(state => (State: state, Hosts: RolloutWords.Count(ring, state)))
            .Where(run => run.Hosts > 0)
            .ToList();
        var cells = counts.Sum(run => Cells(run.Hosts, scale));
        // Wider than high, as lanes are.
        var columns = Math.Clamp((int)Math.Ceiling(Math.Sqrt(cells * 1.6)), LeastColumns, MostColumns);
        var (runs, at) = (new List<Run>(), 0);
        foreach (var (state, hosts) in counts)
        {
            runs.Add(new(state, hosts, Area(at, at += Cells(hosts, scale), columns)));
        }
        return new(columns, Math.Max(1, (cells + columns - 1) / columns), runs);
    }

    /// <summary>One failed host of a hundred thousand still has its cell.</summary>
    private static int Cells(int hosts, int scale) => (hosts + scale - 1) / scale;

    /// <summary>The cells from one to before another, row by row: at most three rectangles, however many they are.</summary>
    internal static string Area(int from, int to, int columns)
    {
        var path = new StringBuilder();
        while (from < to)
        {
            var (row, column) = (from / columns, from % columns);
            var (width, height) =
                column > 0 || to - from < columns ? (Math.Min(columns - column, to - from), 1) : (columns, (to - from) / columns);
            path.Append($"M{column * Step} {row * Step}h{width * Step}v{height * Step}h-{width * Step}z");
            from += width * height;
        }
        return path.ToString();
    }
}
