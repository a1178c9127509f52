namespace IwTune.Shared.Charts;

/// <summary>Fillings that differ without colour.</summary>
internal static class Hatching
{
    /// <summary>From sparse to dense, eight pixels square.</summary>
    private static readonly string[] Strokes = ["M0 8L8 0", "M0 0L8 8", "M0 8L8 0M0 4L4 0M4 8L8 4", "M0 8L8 0M0 0L8 8"];

    /// <summary>A definition that <c>url(#name)</c> fills with.</summary>
    public static string Pattern(SvgCanvas canvas, string name, ChartInk ink, int index, double opacity = 0.45) =>
        $"<defs><pattern id=\"{name}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
        + $"<path d=\"{Strokes[index % Strokes.Length]}\"{canvas.Stroke(ink)} "
        + $"stroke-opacity=\"{ChartText.Place(opacity)}\"/></pattern></defs>";
}
