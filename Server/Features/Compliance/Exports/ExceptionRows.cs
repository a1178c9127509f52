using IwTune.Server.Features.Exceptions;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Exceptions that were in force at any time of the period, as they stood at its end.</summary>
internal static class ExceptionRows
{
    private const int Together = 500;

    public static async Task<int?> WriteAsync(PartWriting from, TextWriter writer)
    {
        await writer.WriteAsync(ExportCsv.Line(ExceptionsPart.Part.Columns!));
        var rows = await ListAsync(from);
        foreach (var cells in rows)
            await writer.WriteAsync(ExportCsv.Line(cells));
        return rows.Count;
    }

    /// <summary>The cells of each, by the columns of <see cref="ExceptionsPart"/>.</summary>
    public static async Task<IReadOnlyList<IReadOnlyList<string>>> ListAsync(PartWriting from)
    {
        var asked = from.Asked;
        var all = await from.Db.ListAsync<ExceptionRow>(
            """
            select id, selector, author, reason, ticket, created_at, until_at, ended_at, ended_by, ended_reason, approved_by,
                approved_at
            from exceptions
            where created_at <= @At and (until_at is null or until_at > @Since) and (ended_at is null or ended_at > @Since)
            order by created_at, id
            """,
            new { asked.At, asked.Since }
        );
        var told = all.Select(row => (Row: row, Selector.Parse(row.Selector).Selector))
            .Where(one => one.Selector is null || from.Seen.Tells(one.Selector))
            .ToList();
        var names = await NamesAsync(from, [.. told.SelectMany(one => one.Selector?.HostIds ?? []).Distinct(StringComparer.Ordinal)]);
        return
        [
            .. told.Select(one =>
                Cells(
                    one.Row,
                    ended: one.Row.EndedAt <= asked.At,
                    approved: one.Row.ApprovedAt <= asked.At,
                    string.Join(", ", (one.Selector?.HostIds ?? []).Select(id => names.GetValueOrDefault(id, id)))
                )
            ),
        ];
    }

    /// <summary>The names at the instant of the export, of hosts that had left too.</summary>
    private static async Task<Dictionary<string, string>> NamesAsync(PartWriting from, IReadOnlyList<string> ids)
    {
        var names = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var chunk in ids.Chunk(Together))
        await foreach (var host in HistoryReads.TheseAsync(from.Db, from.Asked.At, chunk, from.Asked.Known).WithCancellation(from.Ct))
            names[host.Id] = host.Kept.Host.Name;
        return names;
    }

    private static IReadOnlyList<string> Cells(ExceptionRow row, bool ended, bool approved, string hosts) =>
        [
            row.Id,
            row.Selector,
            row.Reason,
            row.Ticket,
            row.Author,
            Text(row.CreatedAt),
            Text(row.UntilAt),
            ended ? Text(row.EndedAt) : "",
            ended ? row.EndedBy : "",
            ended ? row.EndedReason : "",
            approved ? row.ApprovedBy : "",
            approved ? Text(row.ApprovedAt) : "",
            hosts,
        ];

    private static string Text(long? at) => at is { } value ? UtcInstantConverter.Text(Clock.At(value)) : "";
}
