namespace IwTune.Agent.Cli.Output;

/// <summary>
/// Rows under headings, as wide as their content: nothing is cut. In a file or a pipe a row is one line, so that it can be searched.
/// </summary>
internal sealed class Table(params (string Heading, Align Align)[] columns)
{
    private const string Indent = "  ";

    private readonly List<Cell[]> _rows = [];

    public static Table Of<TRow>(IEnumerable<TRow> rows, IReadOnlyList<TableColumn<TRow>> columns)
    {
        var table = new Table([.. columns.Select(column => (column.Heading, column.Align))]);
        foreach (var row in rows)
            table.Add([.. columns.Select(column => column.Cell(row))]);
        return table;
    }

    public Table Add(params Cell[] cells)
    {
        _rows.Add(cells);
        return this;
    }

    /// <summary>
    /// On a terminal that is too narrow the first cell of a row gets a separate line, empty columns are left out, and the others take as
    /// many lines below it as they need, broken between words. Without rows there are no headings either.
    /// </summary>
    public void Write(Terminal terminal)
    {
        if (_rows.Count == 0)
            return;
        var widths = Array.ConvertAll(columns, column => column.Heading.Length);
        foreach (var row in _rows)
            for (var i = 0; i < row.Length; i++)
                widths[i] = Math.Max(widths[i], row[i].Text.Length);
        Gathering.Lines(terminal, gathering => Write(gathering, widths));
    }

    private void Write(Terminal terminal, int[] widths)
    {
        var room = terminal.Width ?? int.MaxValue;
        var lines = Lines(widths, room);
        foreach (var row in _rows.Prepend(Array.ConvertAll(columns, column => new Cell(column.Heading, Ink.Quiet))))
        {
            terminal.Out.WriteLine(Line(terminal, widths, row, lines[0]));
            foreach (var below in lines.Skip(1))
                terminal.Out.WriteLine(Wrapping.Wrap(Indent + Line(terminal, widths, row, below), room, hanging: 2 * Indent.Length));
        }
    }

    private List<int[]> Lines(int[] widths, int room)
    {
        int[] all = [.. Enumerable.Range(0, columns.Length)];
        if (Width(all) <= room)
            return [all];
        List<int[]> lines =
        [
            [0],
        ];
        foreach (var i in all.Where(i => i > 0 && _rows.Exists(row => row[i].Text.Length > 0)))
        {
            if (lines.Count == 1 || Indent.Length + Width([.. lines[^1], i]) > room)
                lines.Add([i]);
            else
                lines[^1] = [.. lines[^1], i];
        }
        return lines;

        long Width(int[] shown) => shown.Sum(i => (long)widths[i]) + (2 * (shown.Length - 1));
    }

    private string Line(Terminal terminal, int[] widths, Cell[] row, int[] shown)
    {
        var words = Array.ConvertAll(
            shown,
            i =>
            {
                var room = new string(' ', i == shown[^1] && columns[i].Align == Align.Left ? 0 : widths[i] - row[i].Text.Length);
                var text = terminal.Paint(row[i].Ink, row[i].Text);
                return columns[i].Align == Align.Right ? room + text : text + room;
            }
        );
        return string.Join("  ", words).TrimEnd();
    }
}

/// <summary>One cell; a plain text converts itself.</summary>
internal readonly record struct Cell(string Text, Ink Ink = Ink.Plain)
{
    public static implicit operator Cell(string text) => new(text);
}

internal enum Align
{
    Left,
    Right,
}
