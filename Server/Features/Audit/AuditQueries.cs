using System.Text;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Audit;

internal static class AuditQueries
{
    private const string Columns = "select number, at, actor, action, subject, text, reason, source, hash from audit";

    /// <summary>Entries below a number that pass the filter, newest first.</summary>
    public static async Task<AuditPage> PageAsync(DbSession db, long? before, int limit, AuditFilter? filter = null)
    {
        var rows = await NewestAsync(db, filter ?? AuditFilter.Everything, before, limit);
        return new([.. rows.Select(row => row.Entry())], rows.Count == limit && rows[^1].Number > 1 ? rows[^1].Number : null)
        {
            HostNames = await HostTrail.NamesAsync(db, rows),
        };
    }

    public static async Task<IReadOnlyList<AuditRow>> NewestAsync(DbSession db, AuditFilter filter, long? before, int limit)
    {
        var sql = new StringBuilder(Columns).Append(" where number < @below");
        foreach (
            var (column, value) in (ReadOnlySpan<(string, string?)>)
                [("actor", filter.Actor), ("action", filter.Action), ("subject", filter.Subject)]
        )
        {
            if (value is not null)
                sql.Append(value.EndsWith('*') ? $" and {column} like @{column} escape '!'" : $" and {column} = @{column}");
        }
        if (filter.Text is not null)
            sql.Append(
                " and (lower(text || ' ' || reason || ' ' || source || ' ' || subject) like @part escape '!' "
                    + "or subject in (select 'host:' || id from hosts where lower(name) like @part escape '!'))"
            );
        var hosts = filter.Host is null ? [] : await HostTrail.HostsAsync(db, filter.Host);
        if (filter.Host is not null && hosts.Count == 0)
            return [];
        if (hosts.Count > 0)
            sql.Append(HostTrail.Condition);
        if (filter.Since is not null)
            sql.Append(" and at >= @since");
        if (filter.Until is not null)
            sql.Append(" and at < @until");
        return await db.ListAsync<AuditRow>(
            sql.Append(" order by number desc limit @limit").ToString(),
            new
            {
                below = before ?? long.MaxValue,
                limit,
                hosts,
                actor = Beginning(filter.Actor),
                action = Beginning(filter.Action),
                subject = Beginning(filter.Subject),
                part = $"%{Literally(filter.Text?.ToLowerInvariant())}%",
                since = filter.Since?.ToUnixTimeMilliseconds(),
                until = filter.Until?.ToUnixTimeMilliseconds(),
            }
        );
    }

    /// <summary>Entries above a number, oldest first.</summary>
    public static Task<IReadOnlyList<AuditRow>> AfterAsync(DbSession db, long after, int limit) =>
        db.ListAsync<AuditRow>(Columns + " where number > @after order by number limit @limit", new { after, limit });

    /// <summary>The hash of an entry; <see langword="null"/> when there is none of this number.</summary>
    public static Task<string?> HashAsync(DbSession db, long number) =>
        db.FindAsync<string>("select hash from audit where number = @number", new { number });

    public static Task<AuditHead?> HeadAsync(DbSession db) => db.FindAsync<AuditHead>("select number, hash from audit_head where id = 1");

    private static string? Beginning(string? value) => value is [.., '*'] ? Literally(value[..^1]) + "%" : value;

    private static string Literally(string? text) =>
        (text ?? "")
            .Replace("!", "!!", StringComparison.Ordinal)
            .Replace("%", "!%", StringComparison.Ordinal)
            .Replace("_", "!_", StringComparison.Ordinal);
}
