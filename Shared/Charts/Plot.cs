using System.Runtime.InteropServices;

namespace IwTune.Shared.Charts;

/// <summary>The room between the axes, and where numbers are in it.</summary>
internal sealed record Plot(SvgCanvas Canvas, Scale X, Scale Y, Box Box)
{
    /// <summary>The points of a series that have a place, in runs without a gap.</summary>
    public List<List<(double X, double Y)>> Runs(Series series)
    {
        List<List<(double X, double Y)>> runs =
        [
            [],
        ];
        foreach (var point in series.Points)
        {
            var (x, y) = (X.Place(point.X), Y.Place(point.Y));
            if (double.IsFinite(x) && double.IsFinite(y))
                runs[^1].Add((x, y));
            else if (runs[^1].Count > 0)
                runs.Add([]);
        }
        if (runs[^1].Count == 0)
            runs.RemoveAt(runs.Count - 1);
        return runs;
    }

    /// <summary>The corners that a pen goes through: steps have one more between two points.</summary>
    public static List<(double X, double Y)> Corners(List<(double X, double Y)> run, SeriesKind kind)
    {
        if (kind != SeriesKind.Steps)
            return run;
        var corners = new List<(double X, double Y)>(run.Count * 2);
        foreach (var (x, y) in run)
        {
            if (corners.Count > 0)
                corners.Add((x, corners[^1].Y));
            corners.Add((x, y));
        }
        return corners;
    }
}

/// <summary>A rectangle, pixels.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct Box(double Left, double Top, double Right, double Bottom)
{
    public bool Meets(Box other) => Left < other.Right && other.Left < Right && Top < other.Bottom && other.Top < Bottom;

    public bool Holds(Box other) => Left <= other.Left && other.Right <= Right && Top <= other.Top && other.Bottom <= Bottom;
}
