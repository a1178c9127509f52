using System.Globalization;
using System.Security.Claims;
using System.Text;
using IwTune.Server.Console;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Audit.Pages;

/// <summary>The entries that match, as CSV. A reading that leaves the server is itself an entry.</summary>
internal static class AuditCsv
{
    private const int Chunk = 1000;

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/audit.csv", AnswerAsync).Needs(Permission.AuditRead).ExcludeFromDescription().WithMetadata(new CostlyCall());

    private static async Task<IResult> AnswerAsync(
        Database database,
        TimeProvider clock,
        ClaimsPrincipal who,
        string? actor,
        string? action,
        string? subject,
        string? q,
        string? since,
        string? until,
        string? host,
        CancellationToken ct
    )
    {
        var (filter, problem) = AuditFilter.Parse(actor, action, subject, q, since, until, host);
        if (filter is null)
            return Results.BadRequest(problem);
        await ReadOut.LogAsync(
            database,
            clock,
            who,
            ExportActions.Audit,
            "audit",
            filter.IsEverything ? "The whole audit log was exported as CSV." : $"The audit log was exported as CSV: {filter}.",
            ct
        );
        return Results.Stream(to => WriteAsync(database, filter, to), "text/csv; charset=utf-8", "iwtune-audit.csv");
    }

    private static async Task WriteAsync(Database database, AuditFilter filter, Stream to)
    {
        await to.WriteAsync(
            Encoding.UTF8.GetBytes(Csv.Line("number", "at_utc", "actor", "action", "subject", "text", "reason", "source", "hash"))
        );
        for (long? before = null; ; )
        {
            var rows = await database.LongReadAsync(db => AuditQueries.NewestAsync(db, filter, before, Chunk));
            var text = new StringBuilder();
            foreach (var row in rows)
            {
                var entry = row.Entry();
                text.Append(
                    Csv.Line(
                        $"{entry.Number}",
                        entry.At.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture),
                        entry.Actor,
                        entry.Action,
                        entry.Subject,
                        entry.Text,
                        entry.Reason,
                        entry.Source,
                        entry.Hash
                    )
                );
            }
            await to.WriteAsync(Encoding.UTF8.GetBytes(text.ToString()));
            if (rows.Count < Chunk)
                return;
            before = rows[^1].Number;
        }
    }
}
