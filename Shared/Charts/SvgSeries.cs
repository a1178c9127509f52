using System.Text;

namespace IwTune.Shared.Charts;

/// <summary>Draws one series: its colour, and its own dash, mark or hatching for readers who cannot distinguish the colours.</summary>
internal static class SvgSeries
{
    private static readonly string[] Dashes = ["", "7 4", "2 3", "11 3 2 3"];

    /// <summary>Outlines around 0,0, eight pixels wide.</summary>
    public static readonly string[] Marks =
    [
        "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
        "M-3.5-3.5h7v7h-7Z",
        "M0-4.5L4.5 3.5h-9Z",
        "M0-5L5 0L0 5L-5 0Z",
    ];

    public static ChartInk InkOf(int index) => ChartInk.Series[index % ChartInk.Series.Count];

    public static void Draw(Plot plot, Series series, int index)
    {
        switch (series.Kind)
        {
            case SeriesKind.Band:
                Band(plot, series, index);
                break;
            case SeriesKind.Points:
                Points(plot, series, index);
                break;
            default:
                Pen(plot, series, index);
                break;
        }
    }

    private static void Pen(Plot plot, Series series, int index)
    {
        var dash = Dashes[PatternOf(index)];
        foreach (var run in plot.Runs(series))
        {
            // A line needs two points; one alone is a mark.
            if (run is [var only])
            {
                Mark(plot.Canvas, index, only.X, only.Y);
                continue;
            }
            var path = new StringBuilder();
            foreach (var (x, y) in Plot.Corners(run, series.Kind))
                path.Append(path.Length == 0 ? 'M' : 'L').Append(ChartText.Place(x)).Append(' ').Append(ChartText.Place(y));
            plot.Canvas.Path(
                path.ToString(),
                InkOf(index),
                $" stroke-width=\"2\" stroke-linejoin=\"round\"{(dash.Length == 0 ? "" : $" stroke-dasharray=\"{dash}\"")}"
            );
        }
    }

    private static void Points(Plot plot, Series series, int index)
    {
        var (canvas, ink) = (plot.Canvas, InkOf(index));
        foreach (var point in series.Points)
        {
            var (x, y) = (plot.X.Place(point.X), plot.Y.Place(point.Y));
            if (!double.IsFinite(x) || !double.IsFinite(y))
                continue;
            var (low, high) = (plot.Y.Place(point.Low ?? point.Y), plot.Y.Place(point.High ?? point.Y));
            if (low != high && double.IsFinite(low) && double.IsFinite(high))
            {
                var at = ChartText.Place(x - 4);
                canvas.Path($"M{at} {ChartText.Place(low)}h8m-4 0V{ChartText.Place(high)}m-4 0h8", ink, " stroke-width=\"1.5\"");
            }
            Mark(canvas, index, x, y);
        }
    }

    private static void Mark(SvgCanvas canvas, int index, double x, double y) =>
        canvas.Shape(Marks[PatternOf(index)], InkOf(index), $" transform=\"translate({ChartText.Place(x)} {ChartText.Place(y)})\"");

    private static void Band(Plot plot, Series series, int index)
    {
        var upper = new StringBuilder();
        var lower = new List<string>();
        foreach (var point in series.Points)
        {
            var (x, low, high) = (plot.X.Place(point.X), plot.Y.Place(point.Low ?? point.Y), plot.Y.Place(point.High ?? point.Y));
            if (!double.IsFinite(x) || !double.IsFinite(low) || !double.IsFinite(high))
                continue;
            upper.Append(upper.Length == 0 ? 'M' : 'L').Append(ChartText.Place(x)).Append(' ').Append(ChartText.Place(high));
            lower.Add($"L{ChartText.Place(x)} {ChartText.Place(low)}");
        }
        if (upper.Length == 0)
            return;
        lower.Reverse();
        var outline = $"{upper}{string.Concat(lower)}Z";
        var name = $"{plot.Canvas.Id}b{index}";
        plot.Canvas.Element(Hatching.Pattern(plot.Canvas, name, InkOf(index), PatternOf(index)));
        plot.Canvas.Shape(outline, InkOf(index), " fill-opacity=\"0.12\"");
        plot.Canvas.Element($"<path d=\"{outline}\" fill=\"url(#{name})\"/>");
    }

    // Colours return after six, patterns after four, shifted by one each time round: twenty-four series look different.
    private static int PatternOf(int index) => (index + (index / 12)) % Dashes.Length;
}
