using System.Globalization;
using System.Text;

namespace IwTune.Shared.Charts;

/// <summary>Words and numbers of a drawing: the same text for the same data on every machine.</summary>
internal static class ChartText
{
    /// <summary>A number with thousands apart and no more digits than it needs.</summary>
    public static string Number(double number) =>
        (number == 0 ? 0 : number).ToString(
            Math.Abs(number) is >= 1e15 or > 0 and < 1e-4 ? "0.##e+0" : "#,0.####",
            CultureInfo.InvariantCulture
        );

    /// <summary>A number of a cell or a label, where three digits are enough.</summary>
    public static string Short(double number)
    {
        var size = Math.Abs(number);
        return (size < 0.0005 ? 0 : number).ToString(
            size >= 99.95 ? "#,0"
                : size >= 9.995 ? "0.#"
                : "0.##",
            CultureInfo.InvariantCulture
        );
    }

    /// <summary>A coordinate.</summary>
    public static string Place(double place) => (Math.Abs(place) < 0.005 ? 0 : place).ToString("0.##", CultureInfo.InvariantCulture);

    /// <summary>Approximate width of a text: the reader's font is not known. Sans-serif digits are 0.56 to 0.6 em.</summary>
    public static double Width(string text, double size) => text.Length * size * 0.58;

    /// <summary>Text in the form that XML accepts; characters that XML cannot contain become U+FFFD.</summary>
    public static string Escape(string text)
    {
        var made = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            _ = rune.Value switch
            {
                '&' => made.Append("&amp;"),
                '<' => made.Append("&lt;"),
                '>' => made.Append("&gt;"),
                '"' => made.Append("&quot;"),
                '\t' or '\n' or '\r' => made.Append(' '),
                < 0x20 or 0xFFFE or 0xFFFF => made.Append('\uFFFD'),
                _ => made.Append(rune.ToString()),
            };
        }
        return made.ToString();
    }

    /// <summary>Lines no wider than this, broken between words.</summary>
    public static IReadOnlyList<string> Wrap(string text, double width, double size)
    {
        var lines = new List<string>();
        var line = "";
        foreach (var word in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            var longer = line.Length == 0 ? word : $"{line} {word}";
            if (line.Length > 0 && Width(longer, size) > width)
            {
                lines.Add(line);
                longer = word;
            }
            line = longer;
        }
        if (line.Length > 0)
            lines.Add(line);
        return lines;
    }
}
