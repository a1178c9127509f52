namespace IwTune.Shared.Charts;

/// <summary>
/// Draws a <see cref="Chart"/> as SVG: axes with units and round ticks, lines named where they end, patterns beside colours.
/// </summary>
public static class SvgChart
{
    private const int TickRoom = 8;

    /// <summary>The drawing, one <c>svg</c> element; the same text for the same chart on every machine.</summary>
    /// <param name="chart">What to draw. Numbers that are not finite are left out; a chart without any says so.</param>
    /// <param name="look">Where it will stand.</param>
    /// <param name="size">How much room it has; <see langword="null"/> for <see cref="ChartSize.Usual"/>.</param>
    public static string Draw(Chart chart, ChartLook look = ChartLook.File, ChartSize? size = null)
    {
        var canvas = new SvgCanvas(chart.Title, chart.Sentence, (size ?? ChartSize.Usual).AtLeast(), look);
        var top = canvas.Top + 26;
        var bottom = canvas.Bottom - 46;
        var (xs, ys) = Numbers(chart);
        var y = new Scale(chart.Y, ys, bottom, top, Math.Clamp((int)(bottom - top) / 44, 2, 8), toTick: true);
        var left = 16 + y.Ticks.Max(tick => ChartText.Width(ChartText.Number(tick), SvgCanvas.TextSize)) + TickRoom;
        var right = canvas.Width - 16 - EndLabels.Room(chart.Series, canvas.Width);
        var widest = Math.Max(
            ChartText.Width(ChartText.Short(xs.Where(double.IsFinite).DefaultIfEmpty(1).Max(Math.Abs)), SvgCanvas.TextSize),
            24
        );
        var x = new Scale(chart.X, xs, left, right, Math.Clamp((int)((right - left) / (widest + 28)), 2, 10), toTick: chart.X.Logarithmic);

        Grid(canvas, y, left, right);
        XAxis(canvas, x, bottom, right, chart.X.Heading);
        canvas.Text(12, top - 14, chart.Y.Heading, ChartInk.Muted);
        var plot = new Plot(canvas, x, y, new(left, top, right, bottom));
        for (var i = 0; i < chart.Series.Count; i++)
        {
            if (chart.Series[i].Kind == SeriesKind.Band)
                SvgSeries.Draw(plot, chart.Series[i], i);
        }
        for (var i = 0; i < chart.Series.Count; i++)
        {
            if (chart.Series[i].Kind != SeriesKind.Band)
                SvgSeries.Draw(plot, chart.Series[i], i);
        }
        EndLabels.Write(plot, chart.Series);
        if (ys.Count == 0)
            canvas.Text((left + right) / 2, (top + bottom) / 2, "Nothing to show yet", ChartInk.Muted, "middle");
        return canvas.Close();
    }

    private static void Grid(SvgCanvas canvas, Scale y, double left, double right)
    {
        foreach (var tick in y.Ticks)
        {
            canvas.Line(left, y.Place(tick), right, y.Place(tick), ChartInk.Line);
            canvas.Text(left - TickRoom, y.Place(tick) + 4, ChartText.Number(tick), ChartInk.Muted, "end");
        }
    }

    private static void XAxis(SvgCanvas canvas, Scale x, double bottom, double right, string heading)
    {
        canvas.Line(x.Start, bottom, right, bottom, ChartInk.Muted);
        foreach (var tick in x.Ticks)
        {
            canvas.Line(x.Place(tick), bottom, x.Place(tick), bottom + 4, ChartInk.Muted);
            canvas.Text(x.Place(tick), bottom + 18, ChartText.Number(tick), ChartInk.Muted, "middle");
        }
        canvas.Text(right, bottom + 36, heading, ChartInk.Muted, "end");
    }

    private static (List<double> X, List<double> Y) Numbers(Chart chart)
    {
        var (xs, ys) = (new List<double>(), new List<double>());
        foreach (var series in chart.Series)
        {
            foreach (var point in series.Points)
            {
                xs.Add(point.X);
                if (series.Kind != SeriesKind.Band)
                    ys.Add(point.Y);
                if (point.Low is { } low)
                    ys.Add(low);
                if (point.High is { } high)
                    ys.Add(high);
            }
        }
        return (xs, ys);
    }
}
