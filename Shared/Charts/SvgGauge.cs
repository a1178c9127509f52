namespace IwTune.Shared.Charts;

/// <summary>
/// Draws a <see cref="Gauge"/> as SVG, small enough for a telephone without shrinking: a line for each mark, the limit across all of them,
/// and the wrong side of it hatched.
/// </summary>
public static class SvgGauge
{
    private const int Width = 320,
        Line = 20,
        LimitRoom = 20,
        AxisRoom = 24,
        Gap = 8,
        Size = SvgCanvas.TextSize;

    /// <summary>The drawing, one <c>svg</c> element; the same text for the same gauge on every machine.</summary>
    /// <param name="gauge">What to draw. Numbers that are not finite, or not on its scale, are left out.</param>
    /// <param name="look">Where it will stand.</param>
    public static string Draw(Gauge gauge, ChartLook look = ChartLook.File)
    {
        var top = gauge.Limit is null ? 4.0 : LimitRoom;
        var bottom = top + (Line * Math.Max(1, gauge.Marks.Count));
        var canvas = new SvgCanvas(gauge.Title, gauge.Sentence, new(Width, (int)bottom + AxisRoom), look, bare: true);
        var left = 2 * Gap + Widest(gauge.Marks.Select(mark => mark.Name).Append(gauge.Scale.Unit));
        var right = Width - 2 * Gap - Widest(gauge.Marks.Select(mark => mark.Text));
        var scale = new Scale(gauge.Scale, [.. Numbers(gauge)], left, right, 4, toTick: true);
        var box = new Box(left, top, right, bottom);
        if (gauge.Limit is { } behind)
            Wrong(canvas, behind, scale, box);
        Ticks(canvas, gauge.Scale.Unit, scale, box);
        for (var i = 0; i < gauge.Marks.Count; i++)
            Mark(canvas, gauge.Marks[i], i, scale, box, top + (Line * (i + 0.5)));
        if (gauge.Limit is { } limit)
            Limit(canvas, limit, scale, box);
        return canvas.Close();
    }

    /// <summary>The scale keeps a third of the width, however long the words beside it are: these are then cut off.</summary>
    private static double Widest(IEnumerable<string> words) =>
        Math.Min(Width / 3.0, words.Select(word => ChartText.Width(word, Size)).DefaultIfEmpty(0).Max());

    private static IEnumerable<double> Numbers(Gauge gauge)
    {
        foreach (var mark in gauge.Marks)
        {
            yield return mark.Value;
            yield return mark.Low ?? mark.Value;
            yield return mark.High ?? mark.Value;
        }
        if (gauge.Limit is { } limit)
            yield return limit.Value;
    }

    private static void Wrong(SvgCanvas canvas, GaugeLimit limit, Scale scale, Box box)
    {
        var at = Math.Clamp(scale.Place(limit.Value), box.Left, box.Right);
        var (from, to) = limit.Below ? (box.Left, at) : (at, box.Right);
        if (!(to > from))
            return;
        canvas.Element(Hatching.Pattern(canvas, $"{canvas.Id}w", ChartInk.Muted, 0, 0.5));
        canvas.Element(
            $"<rect x=\"{ChartText.Place(from)}\" y=\"{ChartText.Place(box.Top)}\" width=\"{ChartText.Place(to - from)}\" "
                + $"height=\"{ChartText.Place(box.Bottom - box.Top)}\" fill=\"url(#{canvas.Id}w)\"/>"
        );
    }

    private static void Limit(SvgCanvas canvas, GaugeLimit limit, Scale scale, Box box)
    {
        var x = scale.Place(limit.Value);
        if (!double.IsFinite(x))
            return;
        canvas.Line(x, box.Top - 3, x, box.Bottom, ChartInk.Text, " stroke-width=\"2\" stroke-dasharray=\"5 3\"");
        var half = ChartText.Width(limit.Text, Size) / 2;
        canvas.Text(
            Math.Clamp(x, Math.Min(half + 2, Width / 2), Math.Max(Width - half - 2, Width / 2)),
            12,
            limit.Text,
            ChartInk.Text,
            "middle"
        );
    }

    private static void Ticks(SvgCanvas canvas, string unit, Scale scale, Box box)
    {
        canvas.Line(box.Left, box.Bottom, box.Right, box.Bottom, ChartInk.Muted);
        canvas.Text(box.Left - Gap, box.Bottom + 17, unit, ChartInk.Muted, "end");
        foreach (var tick in scale.Ticks)
        {
            var x = scale.Place(tick);
            canvas.Line(x, box.Bottom, x, box.Bottom + 4, ChartInk.Muted);
            canvas.Text(x, box.Bottom + 17, ChartText.Number(tick), ChartInk.Muted, "middle");
        }
    }

    private static void Mark(SvgCanvas canvas, GaugeMark mark, int index, Scale scale, Box box, double y)
    {
        canvas.Text(box.Left - Gap, y + 4, mark.Name, ChartInk.Muted, "end");
        var x = scale.Place(mark.Value);
        if (!double.IsFinite(x))
            return;
        canvas.Text(box.Right + Gap, y + 4, mark.Text, SvgSeries.InkOf(index), extra: " font-weight=\"600\"");
        var (ink, low, high) = (SvgSeries.InkOf(index), scale.Place(mark.Low ?? mark.Value), scale.Place(mark.High ?? mark.Value));
        (low, high) = (double.IsFinite(low) ? low : x, double.IsFinite(high) ? high : x);
        if (high > low)
            canvas.Path(
                $"M{ChartText.Place(low)} {ChartText.Place(y - 4)}v8m0-4H{ChartText.Place(high)}m0-4v8",
                ink,
                " stroke-width=\"1.5\""
            );
        canvas.Shape(
            SvgSeries.Marks[index % SvgSeries.Marks.Length],
            ink,
            $" transform=\"translate({ChartText.Place(x)} {ChartText.Place(y)})\""
        );
    }
}
