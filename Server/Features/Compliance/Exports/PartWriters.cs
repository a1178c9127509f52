using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>What a part of an export is written from.</summary>
/// <param name="Db">The store as of one moment.</param>
/// <param name="Asked">What is exported.</param>
/// <param name="Seen">The hosts that the exporter may see.</param>
/// <param name="Tally">Counts hosts; the part that comes first fills it.</param>
/// <param name="Ct">Cancels it.</param>
internal sealed record PartWriting(DbSession Db, ExportQuestion Asked, SeenHosts Seen, ExportTally Tally, CancellationToken Ct)
{
    /// <summary>Every host that the exporter may see, as it stood.</summary>
    public IAsyncEnumerable<HostThen> Members() => HistoryReads.MembersAsync(Db, Asked.At).SeenBy(Seen);
}

/// <summary>The writer of each part of an export.</summary>
internal static class PartWriters
{
    /// <summary>Writes the rows and returns their number.</summary>
    public delegate Task<int?> PartWriter(PartWriting from, TextWriter to);

    private static readonly Dictionary<ExportPart, PartWriter> All = new()
    {
        [HostsPart.Lines] = HostLinesAsync,
        [HostsPart.Table] = HostTableAsync,
        [ChangesPart.Part] = ChangesAsync,
        [ExceptionsPart.Part] = ExceptionRows.WriteAsync,
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
        await foreach (var host in from.Members().WithCancellation(from.Ct))
        {
            if (!from.Tally.Hosts.Contains(host.Id))
                continue;
            rows++;
            await to.WriteAsync(ExportCsv.Line(HostColumns.Of(host.View())));
        }
        return rows;
    }

    private static async Task<int?> ChangesAsync(PartWriting from, TextWriter to)
    {
        var rows = 0;
        await foreach (var change in HistoryReads.ToldChangesAsync(from.Db, from.Asked.Since, from.Asked.At).WithCancellation(from.Ct))
        {
            if (!from.Tally.Hosts.Contains(change.HostId))
                continue;
            rows++;
            await to.WriteLineAsync(JsonSerializer.Serialize(change.View(), ExportJson.Default.ComplianceChange));
        }
        return rows;
    }
}
