using System.Globalization;
using System.Text;

namespace IwTune.Shared.Charts;

/// <summary>Writes the elements of one drawing.</summary>
internal sealed class SvgCanvas
{
    public const int TextSize = 12;
    private const int TitleSize = 15;
    private const int LineHeight = 16;

    private readonly StringBuilder _text = new();
    private readonly ChartLook _look;

    /// <summary>Opens the drawing with its title, its text for readers who cannot see it, and its caption.</summary>
    /// <param name="title">What is shown.</param>
    /// <param name="sentence">What the drawing shows.</param>
    /// <param name="size">How much room it has.</param>
    /// <param name="look">Where it will stand.</param>
    /// <param name="bare">Draws no title: the words around it have it.</param>
    public SvgCanvas(string title, string sentence, ChartSize size, ChartLook look, bool bare = false)
    {
        (_look, Width, Height, Bottom) = (look, size.Width, size.Height, size.Height);
        Id = IdOf($"{title}\n{sentence}");
        _text.Append(
            CultureInfo.InvariantCulture,
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {Width} {Height}\" width=\"{Width}\" height=\"{Height}\" "
                + $"class=\"chart\" role=\"img\" aria-labelledby=\"{Id}t {Id}d\" font-family=\"system-ui,-apple-system,'Segoe "
                + $"UI',Roboto,'Noto Sans','Liberation Sans',sans-serif\" font-size=\"{TextSize}\">\n"
        );
        _text.Append(
            CultureInfo.InvariantCulture,
            $"<title id=\"{Id}t\">{ChartText.Escape(title)}</title>\n<desc id=\"{Id}d\">{ChartText.Escape(sentence)}</desc>\n"
        );
        if (look == ChartLook.File)
        {
            Styles();
            Rect(0, 0, Width, Height, ChartInk.Surface);
        }
        if (bare)
            return;
        Top = LineHeight / 2;
        foreach (var line in ChartText.Wrap(title, Width - 24, TitleSize))
            Text(12, Top += TitleSize + 3, line, ChartInk.Text, extra: $" font-size=\"{TitleSize}\" font-weight=\"600\"");
        if (look == ChartLook.File)
        {
            foreach (var line in ChartText.Wrap(sentence, Width - 24, TextSize))
                Text(12, Top += LineHeight, line, ChartInk.Muted);
        }
        Top += LineHeight / 2;
    }

    /// <summary>Names of definitions begin with it, so that two drawings on one page do not share any.</summary>
    public string Id { get; }

    public int Width { get; }

    public int Height { get; }

    /// <summary>Where the room below title and caption begins.</summary>
    public double Top { get; }

    /// <summary>Where it ends.</summary>
    public double Bottom { get; }

    public void Rect(double x, double y, double width, double height, ChartInk fill, string extra = "") =>
        Element(
            $"<rect x=\"{ChartText.Place(x)}\" y=\"{ChartText.Place(y)}\" width=\"{ChartText.Place(width)}\" "
                + $"height=\"{ChartText.Place(height)}\"{Fill(fill)}{extra}/>"
        );

    public void Line(double x1, double y1, double x2, double y2, ChartInk ink, string extra = "") =>
        Path($"M{ChartText.Place(x1)} {ChartText.Place(y1)}L{ChartText.Place(x2)} {ChartText.Place(y2)}", ink, extra);

    /// <summary>A stroke along a path.</summary>
    public void Path(string path, ChartInk ink, string extra = "") => Element($"<path d=\"{path}\" fill=\"none\"{Stroke(ink)}{extra}/>");

    /// <summary>A filled outline.</summary>
    public void Shape(string path, ChartInk ink, string extra = "") => Element($"<path d=\"{path}\"{Fill(ink)}{extra}/>");

    public void Text(double x, double y, string words, ChartInk ink, string anchor = "start", string extra = "") =>
        Element(
            $"<text x=\"{ChartText.Place(x)}\" "
                + $"y=\"{ChartText.Place(y)}\"{(anchor == "start" ? "" : $" text-anchor=\"{anchor}\"")}{Fill(ink)}{extra}>"
                + $"{ChartText.Escape(words)}</text>"
        );

    public void Element(string element) => _text.Append(element).Append('\n');

    /// <summary>Words over lines: a seam in the ground's colour keeps them apart.</summary>
    public void Label(double x, double y, string words, ChartInk ink) =>
        Element(
            $"<text x=\"{ChartText.Place(x)}\" y=\"{ChartText.Place(y)}\" font-weight=\"600\" paint-order=\"stroke\" stroke-width=\"3\" "
                + $"stroke-linejoin=\"round\"{FillAndStroke(ink, ChartInk.Surface)}>{ChartText.Escape(words)}</text>"
        );

    public string Fill(ChartInk ink) => Paint("fill", 'f', ink);

    public string Stroke(ChartInk ink) => Paint("stroke", 's', ink);

    /// <summary>The whole drawing.</summary>
    public string Close() => _text.Append("</svg>\n").ToString();

    // A file is also read by programs that know no variables: they take the attribute, browsers take the class.
    private string Paint(string property, char kind, ChartInk ink) =>
        _look == ChartLook.Page
            ? $" {property}=\"var(--{ink.Token},{ink.Light})\""
            : $" class=\"{kind}-{ink.Token}\" {property}=\"{ink.Light}\"";

    private string FillAndStroke(ChartInk fill, ChartInk stroke) =>
        _look == ChartLook.Page
            ? Fill(fill) + Stroke(stroke)
            : $" class=\"f-{fill.Token} s-{stroke.Token}\" fill=\"{fill.Light}\" stroke=\"{stroke.Light}\"";

    private void Styles()
    {
        _text.Append("<style>\n");
        foreach (var ink in ChartInk.All)
            _text.Append(CultureInfo.InvariantCulture, $".f-{ink.Token}{{fill:{ink.Light}}}.s-{ink.Token}{{stroke:{ink.Light}}}\n");
        _text.Append("@media (prefers-color-scheme:dark){\n");
        foreach (var ink in ChartInk.All)
            _text.Append(CultureInfo.InvariantCulture, $".f-{ink.Token}{{fill:{ink.Dark}}}.s-{ink.Token}{{stroke:{ink.Dark}}}\n");
        _text.Append("}\n</style>\n");
    }

    // FNV-1a: the same on every machine and run, unlike string.GetHashCode.
    private static string IdOf(string text)
    {
        var hash = 2166136261u;
        foreach (var letter in text)
            hash = unchecked((hash ^ letter) * 16777619);
        return $"c{hash:x8}";
    }
}
