using IwTune.Server.Features.Exceptions;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Exceptions that were in force at any time of the period, as they stood at its end.</summary>
internal static class ExceptionRows
{
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
        return
        [
            .. all.Where(row => Selector.Parse(row.Selector).Selector is not { } selector || from.Seen.Tells(selector))
                .Select(row => Cells(row, ended: row.EndedAt <= asked.At, approved: row.ApprovedAt <= asked.At)),
        ];
    }

    private static IReadOnlyList<string> Cells(ExceptionRow row, bool ended, bool approved) =>
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
        ];

    private static string Text(long? at) => at is { } value ? UtcInstantConverter.Text(Clock.At(value)) : "";
}
