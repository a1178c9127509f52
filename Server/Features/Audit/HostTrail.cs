using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit;

/// <summary>
/// The entries that concern one host: those about it, about rollouts that reached it, and about policies and exceptions that decided for
/// it.
/// </summary>
internal static class HostTrail
{
    private const string HostSubject = "host:";

    private sealed class NameRow
    {
        public string Id { get; init; } = "";
        public string Name { get; init; } = "";
    }

    // A verdict has the words of the exception that decided, as GrantedException tells them, and not its id.
    private const string Granted = """
        from exceptions e join verdict_changes c
          on c.exception = case when e.ticket = '' then e.reason else e.reason || ' (' || e.ticket || ')' end
        where c.host_id in @hosts and c.exception <> '' and c.changed_at >= e.created_at
          and (e.ended_at is null or c.changed_at <= e.ended_at) and (e.until_at is null or c.changed_at <= e.until_at)
        """;

    /// <summary>A condition for the subject, with the hosts' ids as <c>@hosts</c>.</summary>
    public const string Condition = $"""
         and subject in (
            select 'host:' || id from hosts where id in @hosts
            union select 'rollout:' || rollout_id from rollout_hosts where host_id in @hosts and admitted_at is not null
            union select 'policy:' || policy from verdicts where host_id in @hosts and policy <> ''
            union select 'policy:' || policy from verdict_changes where host_id in @hosts and policy <> ''
            union select 'exception:' || e.id {Granted}
            union select 'selector:' || e.selector {Granted})
        """;

    /// <summary>The hosts of this id or name, those that left included: a name may have been used again.</summary>
    public static Task<IReadOnlyList<string>> HostsAsync(DbSession db, string idOrName) =>
        db.ListAsync<string>("select id from hosts where id = @value or lower(name) = @value", new { value = idOrName.ToLowerInvariant() });

    /// <summary>The names of the hosts that are subjects of entries, by id.</summary>
    public static async Task<IReadOnlyDictionary<string, string>> NamesAsync(DbSession db, IEnumerable<AuditRow> rows)
    {
        var ids = rows.Where(row => row.Subject.StartsWith(HostSubject, StringComparison.Ordinal))
            .Select(row => row.Subject[HostSubject.Length..])
            .Distinct(StringComparer.Ordinal)
            .ToList();
        return ids.Count == 0
            ? new Dictionary<string, string>()
            : (await db.ListAsync<NameRow>("select id, name from hosts where id in @ids", new { ids })).ToDictionary(
                row => row.Id,
                row => row.Name
            );
    }
}
