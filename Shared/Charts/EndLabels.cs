namespace IwTune.Shared.Charts;

/// <summary>Writes the name of each series at its end, in a free place, so that readers need no colour legend.</summary>
internal static class EndLabels
{
    private const int Size = SvgCanvas.TextSize;
    private const int Gap = 7;

    /// <summary>How much room names may need to the right of the plot, pixels.</summary>
    public static double Room(IReadOnlyList<Series> series, int width) =>
        series.Count == 0 ? 0 : Math.Min(width * 0.35, Gap + series.Max(one => ChartText.Width(one.Name, Size)));

    public static void Write(Plot plot, IReadOnlyList<Series> series)
    {
        var lines = new List<((double X, double Y) From, (double X, double Y) To)>();
        foreach (var one in series)
        {
            if (one.Kind == SeriesKind.Band)
                continue;
            foreach (var run in plot.Runs(one))
            {
                var corners = Plot.Corners(run, one.Kind);
                for (var i = 1; i < corners.Count && one.Kind != SeriesKind.Points; i++)
                    lines.Add((corners[i - 1], corners[i]));
                if (one.Kind == SeriesKind.Points)
                    lines.AddRange(run.ConvertAll(point => ((point.X - 4, point.Y), (point.X + 4, point.Y))));
            }
        }
        var room = new Box(plot.Box.Left, plot.Box.Top - 10, plot.Canvas.Width - 4, plot.Box.Bottom - 2);
        var taken = new List<Box>();
        for (var i = 0; i < series.Count; i++)
        {
            if (End(plot, series[i]) is not { } end || series[i].Name.Length == 0)
                continue;
            var (best, least) = (default((double X, double Y, Box Box)), double.PositiveInfinity);
            foreach (var place in Places(end, ChartText.Width(series[i].Name, Size), room))
            {
                var cost =
                    place.Cost
                    + taken.Count(box => box.Meets(place.Box)) * 100
                    + lines.Count(line => Crosses(place.Box, line.From, line.To)) * 20
                    + (room.Holds(place.Box) ? 0 : 500);
                if (cost < least)
                    (best, least) = ((place.X, place.Y, place.Box), cost);
            }
            taken.Add(best.Box);
            plot.Canvas.Label(best.X, best.Y, series[i].Name, SvgSeries.InkOf(i));
        }
    }

    // Beside the end first, then further up and down, then on its other side; farther costs more.
    private static IEnumerable<(double X, double Y, Box Box, double Cost)> Places((double X, double Y) end, double width, Box room)
    {
        for (var step = 0; step <= 9; step++)
        {
            foreach (var sign in step == 0 ? (int[])[1] : [1, -1])
            {
                var y = Math.Clamp(end.Y + 4 + sign * step * 8, room.Top + Size, Math.Max(room.Top + Size, room.Bottom - 3));
                foreach (var (start, aside) in ((double, int)[])[(end.X + Gap, 0), (end.X - Gap - width, 6), (end.X - width / 2, 9)])
                {
                    var x = Math.Max(room.Left, start);
                    yield return (x, y, new Box(x - 1, y - Size + 1, x + width + 1, y + 3), step * 2 + aside);
                }
            }
        }
    }

    private static (double X, double Y)? End(Plot plot, Series series)
    {
        for (var i = series.Points.Count - 1; i >= 0; i--)
        {
            var point = series.Points[i];
            var middle = series.Kind == SeriesKind.Band ? ((point.Low ?? point.Y) + (point.High ?? point.Y)) / 2 : point.Y;
            var (x, y) = (plot.X.Place(point.X), plot.Y.Place(middle));
            if (double.IsFinite(x) && double.IsFinite(y))
                return (x, y);
        }
        return null;
    }

    // By the separating axis: a line that runs past a rectangle has it wholly on one side of something.
    private static bool Crosses(Box box, (double X, double Y) from, (double X, double Y) to)
    {
        if (
            !box.Meets(
                new(Math.Min(from.X, to.X) - 0.1, Math.Min(from.Y, to.Y) - 0.1, Math.Max(from.X, to.X) + 0.1, Math.Max(from.Y, to.Y) + 0.1)
            )
        )
            return false;
        var (left, right) = (Side(box.Left, box.Top), Side(box.Left, box.Bottom));
        var (far, near) = (Side(box.Right, box.Top), Side(box.Right, box.Bottom));
        return !(left == right && far == near && left == far && left != 0);

        int Side(double x, double y) => Math.Sign((to.X - from.X) * (y - from.Y) - (to.Y - from.Y) * (x - from.X));
    }
}
