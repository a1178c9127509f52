using System.Globalization;

namespace IwTune.Shared.Compliance.Exports.Formats.Workbook;

/// <summary>Writes a workbook of Office Open XML row by row (ECMA-376 part 1, 12.3 and 18.3). Equal rows are equal bytes.</summary>
/// <param name="open">Opens a file of its zip; each is closed before the next.</param>
internal sealed class WorkbookWriter(Func<string, Stream> open)
{
    /// <summary>Rows of a sheet, its head included; a table that has more goes on in another sheet.</summary>
    public const int MostRows = 1_048_576;

    private readonly List<string> _tabs = [];
    private StreamWriter? _to;
    private WorkbookSheet _sheet = new("", []);
    private int _row;

    public void Begin(WorkbookSheet sheet)
    {
        End();
        _sheet = sheet;
        Tab(sheet.Name);
    }

    public void Row(IReadOnlyList<string> texts) => Row([.. texts.Select((text, column) => _sheet.Cell(column, text))]);

    public void Row(IReadOnlyList<WorkbookCell> cells)
    {
        if (_row == MostRows)
        {
            End();
            Tab($"{_sheet.Name} {_tabs.Count(tab => tab.StartsWith(_sheet.Name, StringComparison.Ordinal)) + 1}");
        }
        _row++;
        _to!.Write($"<row r=\"{_row}\">");
        for (var column = 0; column < cells.Count; column++)
            Cell(cells[column], $"{Column(column)}{_row}");
        _to.Write("</row>");
    }

    public void End()
    {
        if (_to is null)
            return;
        _to.Write($"</sheetData><autoFilter ref=\"A1:{Column(_sheet.Columns.Count - 1)}{_row}\"/></worksheet>");
        _to.Dispose();
        _to = null;
    }

    public void Finish()
    {
        End();
        foreach (var (name, xml) in WorkbookFrame.Of(_tabs))
        {
            using var file = ExportText.Writer(open(name));
            file.Write(xml);
        }
    }

    private void Tab(string name)
    {
        _tabs.Add(name);
        _row = 0;
        _to = ExportText.Writer(open(WorkbookFrame.Sheet(_tabs.Count)));
        _to.Write(
            $"{WorkbookFrame.Declaration}<worksheet xmlns=\"{WorkbookFrame.Main}\"><sheetViews><sheetView "
                + $"{(_tabs.Count == 1 ? "tabSelected=\"1\" " : "")}workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" "
                + "activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews><cols>"
        );
        for (var column = 0; column < _sheet.Columns.Count; column++)
            _to.Write($"<col min=\"{column + 1}\" max=\"{column + 1}\" width=\"{_sheet.Width(column)}\" customWidth=\"1\"/>");
        _to.Write("</cols><sheetData>");
        Row([.. _sheet.Columns.Select(head => WorkbookCell.Of(head) with { Kind = WorkbookCellKind.Head })]);
    }

    private void Cell(WorkbookCell cell, string at)
    {
        if (cell.Xml is not { } xml)
            return;
        if (cell.Kind == WorkbookCellKind.Instant)
            _to!.Write($"<c r=\"{at}\" s=\"2\"><v>{xml}</v></c>");
        else if (cell.Kind == WorkbookCellKind.Number)
            _to!.Write($"<c r=\"{at}\"><v>{xml}</v></c>");
        else
            _to!.Write(
                $"<c r=\"{at}\"{(cell.Kind == WorkbookCellKind.Head ? " s=\"1\"" : "")} t=\"inlineStr\"><is><t xml:space=\"preserve\">{xml}"
                    + "</t></is></c>"
            );
    }

    private static string Column(int index) =>
        index < 26 ? ((char)('A' + index)).ToString(CultureInfo.InvariantCulture) : $"{Column(index / 26 - 1)}{Column(index % 26)}";
}
