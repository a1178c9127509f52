using System.Text.Json;
using IwTune.Server.Features.Compliance.Exports.Printing;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Formats;
using IwTune.Shared.Compliance.Exports.Formats.Checklists;
using IwTune.Shared.Compliance.Exports.Formats.Oscal;
using IwTune.Shared.Compliance.Exports.Formats.Report;
using IwTune.Shared.Compliance.Exports.Formats.Scap;
using IwTune.Shared.Compliance.Exports.Formats.Workbook;
using IwTune.Shared.Compliance.Exports.Parts;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>What a part of an export is written from.</summary>
/// <param name="Db">The store as of one moment.</param>
/// <param name="Asked">What is exported.</param>
/// <param name="Seen">The hosts that the exporter may see.</param>
/// <param name="Tally">Counts hosts; the part that comes first fills it.</param>
/// <param name="Catalog">The controls.</param>
/// <param name="Printer">Prints reports.</param>
/// <param name="Manifest">The manifest without its files; complete once the hosts are counted.</param>
/// <param name="Ct">Cancels it.</param>
internal sealed record PartWriting(
    DbSession Db,
    ExportQuestion Asked,
    SeenHosts Seen,
    ExportTally Tally,
    ControlCatalog Catalog,
    ReportPrinter Printer,
    Func<Task<ExportManifest>> Manifest,
    CancellationToken Ct
)
{
    /// <summary>Every host that the exporter may see, as it stood.</summary>
    public IAsyncEnumerable<HostThen> Members() => HistoryReads.MembersAsync(Db, Asked.At, Asked.Known).SeenBy(Seen);

    /// <summary>The hosts of the export; what the first part counted.</summary>
    public async IAsyncEnumerable<ComplianceHost> HostsAsync()
    {
        await foreach (var host in Members().WithCancellation(Ct))
            if (Tally.Hosts.Contains(host.Id))
                yield return host.View();
    }

    /// <summary>Their changes in the period.</summary>
    public async IAsyncEnumerable<ComplianceChange> ChangesAsync()
    {
        await foreach (var change in HistoryReads.ToldChangesAsync(Db, Asked.Since, Asked.At, Asked.Known).WithCancellation(Ct))
            if (Tally.Hosts.Contains(change.HostId))
                yield return change.View();
    }
}

/// <summary>The writer of each part of an export.</summary>
internal static class PartWriters
{
    /// <summary>Writes the rows and returns their number.</summary>
    public delegate Task<int?> PartWriter(PartWriting from, Stream to);

    private static readonly Dictionary<ExportPart, PartWriter> All = new()
    {
        [HostsPart.Lines] = Text(HostLinesAsync),
        [HostsPart.Table] = Text(HostTableAsync),
        [ChangesPart.Part] = Text(ChangesAsync),
        [ExceptionsPart.Part] = Text(ExceptionRows.WriteAsync),
        [ControlsPart.Part] = Text(ControlsAsync),
        [WorkbookPart.Part] = WorkbookRows.WriteAsync,
        [ReportPart.Part] = Text(ReportRows.WriteAsync),
        [PdfPart.Part] = PdfRows.WriteAsync,
        [OscalPart.Part] = OscalRows.WriteAsync,
        [ArfPart.Part] = Text(ArfRows.WriteAsync),
        [OcsfPart.Part] = Text(FindingsAsync),
        [ChecklistsPart.Part] = ChecklistRows.WriteAsync,
    };

    public static PartWriter Of(ExportPart part) => All[part];

    private static async Task<int?> HostLinesAsync(PartWriting from, TextWriter to)
    {
        var rows = 0;
        await foreach (var host in from.Members().WithCancellation(from.Ct))
        {
            if (!from.Tally.Add(host))
                continue;
            rows++;
            await to.WriteLineAsync(JsonSerializer.Serialize(host.View(), ExportJson.Default.ComplianceHost));
        }
        return rows;
    }

    private static async Task<int?> HostTableAsync(PartWriting from, TextWriter to)
    {
        var rows = 0;
        await to.WriteAsync(ExportCsv.Line(HostsPart.Table.Columns!));
        await foreach (var host in from.HostsAsync())
        {
            rows++;
            await to.WriteAsync(ExportCsv.Line(HostColumns.Of(host)));
        }
        return rows;
    }

    private static async Task<int?> ChangesAsync(PartWriting from, TextWriter to)
    {
        var rows = 0;
        await foreach (var change in from.ChangesAsync())
        {
            rows++;
            await to.WriteLineAsync(JsonSerializer.Serialize(change, ExportJson.Default.ComplianceChange));
        }
        return rows;
    }

    private static async Task<int?> ControlsAsync(PartWriting from, TextWriter to)
    {
        foreach (var control in from.Catalog.Controls)
            await to.WriteLineAsync(JsonSerializer.Serialize(control, ExportJson.Default.CatalogControl));
        return from.Catalog.Controls.Count;
    }

    private static async Task<int?> FindingsAsync(PartWriting from, TextWriter to)
    {
        var rows = 0;
        await foreach (var host in from.HostsAsync())
        {
            rows++;
            await to.WriteLineAsync(OcsfFinding.Line(host, from.Asked.Parameters.AsOf, from.Catalog));
        }
        return rows;
    }

    private static PartWriter Text(Func<PartWriting, TextWriter, Task<int?>> write) =>
        async (from, to) =>
        {
            await using var writer = ExportText.Writer(to, leaveOpen: true);
            return await write(from, writer);
        };
}
