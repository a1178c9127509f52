namespace IwTune.Shared.Charts;

/// <summary>
/// Draws a <see cref="HeatMap"/> as SVG: each cell with its number where that fits, otherwise shaded and hatched by level, with a key.
/// </summary>
public static class SvgHeatMap
{
    private const int Levels = 5;
    private const int Size = SvgCanvas.TextSize;

    /// <summary>The drawing, one <c>svg</c> element; the same text for the same map on every machine.</summary>
    /// <param name="map">What to draw. A cell that is <see langword="null"/> or not finite stays empty.</param>
    /// <param name="look">Where it will stand.</param>
    /// <param name="size">How much room it has; <see langword="null"/> for <see cref="ChartSize.Usual"/>.</param>
    public static string Draw(HeatMap map, ChartLook look = ChartLook.File, ChartSize? size = null)
    {
        var canvas = new SvgCanvas(map.Title, map.Sentence, (size ?? ChartSize.Usual).AtLeast(), look);
        var top = canvas.Top + 26;
        var left = 24 + map.Rows.Select(row => ChartText.Width(row, Size)).DefaultIfEmpty(0).Max();
        var (right, bottom) = (canvas.Width - 16.0, canvas.Bottom - 78);
        var (width, height) = ((right - left) / Math.Max(1, map.Columns.Count), (bottom - top) / Math.Max(1, map.Rows.Count));
        var steps = Steps(map);
        var words =
            height >= Size + 3
            && map.Cells.SelectMany(row => row)
                .All(cell => cell is not { } number || ChartText.Width(ChartText.Short(number), Size) + 6 <= width);

        for (var level = 1; level < Levels; level++)
            canvas.Element(Hatching.Pattern(canvas, $"{canvas.Id}l{level}", ChartInk.Text, level - 1, 0.35));
        for (var row = 0; row < Math.Min(map.Rows.Count, map.Cells.Count); row++)
        {
            for (var column = 0; column < Math.Min(map.Columns.Count, map.Cells[row].Count); column++)
                Cell(
                    canvas,
                    new(left + column * width, top + row * height, left + (column + 1) * width, top + (row + 1) * height),
                    map.Cells[row][column],
                    steps,
                    words
                );
        }
        Labels(canvas, map, new(left, top, right, bottom), width, height);
        if (steps.Count > 1)
            Key(canvas, map.Value, left, bottom + 62, steps, words);
        return canvas.Close();
    }

    private static void Cell(SvgCanvas canvas, Box box, double? value, IReadOnlyList<double> steps, bool words)
    {
        if (value is not { } number || !double.IsFinite(number))
            return;
        Shade(canvas, new(box.Left + 0.5, box.Top + 0.5, box.Right - 0.5, box.Bottom - 0.5), LevelOf(number, steps), hatched: !words);
        if (words)
            canvas.Text((box.Left + box.Right) / 2, (box.Top + box.Bottom) / 2 + 4, ChartText.Short(number), ChartInk.Text, "middle");
    }

    private static void Shade(SvgCanvas canvas, Box box, int level, bool hatched)
    {
        canvas.Rect(
            box.Left,
            box.Top,
            box.Right - box.Left,
            box.Bottom - box.Top,
            ChartInk.Series[0],
            $" fill-opacity=\"{ChartText.Place(0.06 + 0.11 * level)}\""
        );
        if (hatched && level > 0)
            canvas.Element(
                $"<rect x=\"{ChartText.Place(box.Left)}\" y=\"{ChartText.Place(box.Top)}\" "
                    + $"width=\"{ChartText.Place(box.Right - box.Left)}\" height=\"{ChartText.Place(box.Bottom - box.Top)}\" "
                    + $"fill=\"url(#{canvas.Id}l{level})\"/>"
            );
    }

    private static void Labels(SvgCanvas canvas, HeatMap map, Box box, double width, double height)
    {
        canvas.Text(12, box.Top - 14, map.Y.Heading, ChartInk.Muted);
        var every = Math.Max(1, (int)Math.Ceiling((Size + 2) / height));
        for (var row = 0; row < map.Rows.Count; row += every)
            canvas.Text(box.Left - 8, box.Top + (row + 0.5) * height + 4, map.Rows[row], ChartInk.Muted, "end");
        var widest = map.Columns.Select(column => ChartText.Width(column, Size)).DefaultIfEmpty(0).Max() + 8;
        every = Math.Max(1, (int)Math.Ceiling(widest / width));
        for (var column = 0; column < map.Columns.Count; column += every)
            canvas.Text(box.Left + (column + 0.5) * width, box.Bottom + 16, map.Columns[column], ChartInk.Muted, "middle");
        canvas.Text(box.Right, box.Bottom + 34, map.X.Heading, ChartInk.Muted, "end");
    }

    private static void Key(SvgCanvas canvas, Axis value, double left, double y, IReadOnlyList<double> steps, bool words)
    {
        canvas.Text(left, y, value.Heading, ChartInk.Muted);
        var x = left + ChartText.Width(value.Heading, Size) + 12;
        for (var level = 0; level < steps.Count - 1; level++)
        {
            Shade(canvas, new(x, y - 11, x + 22, y + 3), level, hatched: !words);
            var text = $"{ChartText.Short(steps[level])}–{ChartText.Short(steps[level + 1])}";
            canvas.Text(x + 27, y, text, ChartInk.Muted);
            x += 27 + ChartText.Width(text, Size) + 14;
        }
    }

    private static int LevelOf(double number, IReadOnlyList<double> steps)
    {
        var level = 0;
        while (level < steps.Count - 2 && number >= steps[level + 1])
            level++;
        return level;
    }

    /// <summary>Round numbers that part the values into at most five levels.</summary>
    private static IReadOnlyList<double> Steps(HeatMap map)
    {
        var numbers = map.Cells.SelectMany(row => row).OfType<double>().Where(double.IsFinite).ToList();
        if (numbers.Count == 0)
            return [];
        var (least, most) = (numbers.Min(), numbers.Max());
        for (var about = Levels; ; about--)
        {
            if (Ticks.Linear(least, most, about) is { Count: <= Levels + 1 } steps || about == 1)
                return Ticks.Linear(least, most, about);
        }
    }
}
