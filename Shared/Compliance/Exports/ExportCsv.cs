using System.Buffers;
using System.Text;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>CSV by RFC 4180 in which spreadsheets find no formulas.</summary>
/// <remarks>
/// A cell that would be read as a formula gets an apostrophe in front (OWASP, "CSV Injection"), and so does one that begins with an
/// apostrophe: the original text can be distinguished from the addition.
/// </remarks>
public static class ExportCsv
{
    private static readonly SearchValues<char> Quoted = SearchValues.Create(",\"\r\n");

    /// <summary>A line with its end.</summary>
    public static string Line(IReadOnlyList<string> cells)
    {
        var line = new StringBuilder();
        for (var i = 0; i < cells.Count; i++)
        {
            var cell = Safe(cells[i]);
            line.Append(i == 0 ? "" : ",");
            if (cell.AsSpan().ContainsAny(Quoted))
                line.Append('"').Append(cell.Replace("\"", "\"\"", StringComparison.Ordinal)).Append('"');
            else
                line.Append(cell);
        }
        return line.Append("\r\n").ToString();
    }

    /// <summary>A text as a cell holds it, before quoting.</summary>
    public static string Safe(string text) => text is ['=' or '+' or '-' or '@' or '\t' or '\r' or '\n' or '\'', ..] ? "'" + text : text;

    /// <summary>The text that <see cref="Safe"/> made a cell of.</summary>
    public static string Text(string cell) => cell is ['\'', ..] ? cell[1..] : cell;

    /// <summary>Reads the next line.</summary>
    /// <param name="from">Where from.</param>
    /// <param name="most">Characters a line may have.</param>
    /// <returns>Its cells, as <see cref="Safe"/> made them; <see langword="null"/> at the end.</returns>
    /// <exception cref="FormatException">It is no line of RFC 4180.</exception>
    public static IReadOnlyList<string>? Read(TextReader from, int most)
    {
        if (from.Peek() < 0)
            return null;
        var cells = new List<string>();
        var cell = new StringBuilder();
        var (quoted, closed, length) = (false, false, 0);
        while (true)
        {
            var read = from.Read();
            if (++length > most)
                throw new FormatException($"is longer than {most} characters");
            if (quoted)
            {
                if (read < 0)
                    throw new FormatException("ends inside quotes");
                if (read != '"')
                    cell.Append((char)read);
                else if (from.Peek() == '"')
                    cell.Append((char)from.Read());
                else
                    (quoted, closed) = (false, true);
                continue;
            }
            switch (read)
            {
                case '\r' when from.Peek() == '\n':
                    _ = from.Read();
                    cells.Add(cell.ToString());
                    return cells;
                case ',':
                    cells.Add(cell.ToString());
                    cell.Clear();
                    closed = false;
                    break;
                case '"' when cell.Length == 0 && !closed:
                    quoted = true;
                    break;
                case < 0 or '\r' or '\n' or '"':
                    throw new FormatException("does not end with CR LF (RFC 4180), or has a misplaced quote");
                default:
                    if (closed)
                        throw new FormatException("continues after a closing quote");
                    cell.Append((char)read);
                    break;
            }
        }
    }
}
