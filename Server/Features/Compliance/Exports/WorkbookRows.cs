using IwTune.Shared.Compliance.Exports.Formats.Workbook;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Writes an export's workbook while its rows are read.</summary>
internal static class WorkbookRows
{
    public static async Task<int?> WriteAsync(PartWriting from, Stream to)
    {
        using var zip = new ExportZip(to, from.Asked.Parameters.AsOf);
        var workbook = new ReportWorkbook(zip.Open, await from.Manifest(), from.Catalog);
        workbook.Summary();
        workbook.Begin(workbook.Hosts);
        await foreach (var host in from.HostsAsync())
            workbook.Host(host);
        workbook.Begin(workbook.Exceptions);
        foreach (var cells in await ExceptionRows.ListAsync(from))
            workbook.Exception(cells);
        workbook.Begin(workbook.Changes);
        await foreach (var change in from.ChangesAsync())
            workbook.Change(change);
        workbook.Finish();
        return null;
    }
}
