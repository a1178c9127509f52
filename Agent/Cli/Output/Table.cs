namespace IwTune.Agent.Cli.Output;

/// <summary>Rows under headings, as wide as what they hold: nothing is cut and nothing wraps by our doing, so that lines can be searched.</summary>
internal sealed class Table(params (string Heading, Align Align)[] columns)
{
    private readonly List<Cell[]> _rows = [];

    public Table Add(params Cell[] cells)
    {
        _rows.Add(cells);
        return this;
    }

    public void Write(Terminal terminal)
    {
        var widths = columns.Select((column, i) => _rows.Select(row => row[i].Text.Length).Append(column.Heading.Length).Max()).ToArray();
        Line(terminal, widths, [.. columns.Select(column => new Cell(column.Heading, Ink.Quiet))]);
        foreach (var row in _rows)
            Line(terminal, widths, row);
    }

    private void Line(Terminal terminal, int[] widths, Cell[] cells)
    {
        var last = cells.Length - 1;
        var words = cells.Select((cell, i) =>
        {
            var room = new string(' ', i == last && columns[i].Align == Align.Left ? 0 : widths[i] - cell.Text.Length);
            var text = terminal.Paint(cell.Ink, cell.Text);
            return columns[i].Align == Align.Right ? room + text : text + room;
        });
        terminal.Out.WriteLine(string.Join("  ", words).TrimEnd());
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
