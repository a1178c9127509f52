using IwTune.Shared.Compliance.Exports.Formats.Report;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Writes an export's report while its rows are read.</summary>
internal static class ReportRows
{
    public static async Task<int?> WriteAsync(PartWriting from, TextWriter to)
    {
        var report = new ReportDocument(to, await from.Manifest(), from.Catalog);
        report.Begin();
        await foreach (var host in from.HostsAsync())
            report.Attention(host);
        report.EndAttention();
        foreach (var cells in await ExceptionRows.ListAsync(from))
            report.Exception(cells);
        report.EndExceptions();
        if (report.HasAppendix)
            await foreach (var host in from.HostsAsync())
                report.Host(host);
        report.End();
        return null;
    }
}
