using IwTune.Server.Storage;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// What each required target of a host has and had, so that a search finds differences from an index and reads neither states nor evidence.
/// </summary>
internal static class TargetWindows
{
    private static readonly BulkStatement Required = BulkStatement.Insert(
        "target_windows",
        "host_id text, target_id text, number bigint, required bigint, differs boolean",
        """
        on conflict (host_id, target_id) do update set number = excluded.number, required = excluded.required, differs = excluded.differs
        """
    );

    private static readonly BulkStatement Effective = BulkStatement.Insert(
        "target_windows",
        "host_id text, target_id text, number bigint, differs boolean, effective bigint",
        """
        on conflict (host_id, target_id) do update set effective = excluded.effective
        where target_windows.effective is distinct from excluded.effective
        """
    );

    /// <param name="write">The transaction, in which the hosts' states are stored already.</param>
    /// <param name="hosts">Each host once.</param>
    public static async Task StoreAsync(DbSession write, IReadOnlyList<HostLines> hosts)
    {
        var states = hosts.Where(host => host.HasState).ToList();
        await write.ManyAsync(Effective, [.. hosts.SelectMany(MeasuredOf)]);
        await write.ManyAsync(Required, [.. states.SelectMany(RequiredOf)]);
        foreach (var ids in states.Select(host => host.Host.Id).Chunk(500))
            await write.ExecuteAsync(
                """
                delete from target_windows where host_id in @ids
                  and number < (select report_number from host_states s where s.host_id = target_windows.host_id)
                """,
                new { ids }
            );
    }

    private static IEnumerable<object?[]> RequiredOf(HostLines host)
    {
        var (number, state) = host.Lines.Where(line => line.State is not null).Select(line => (line.Number, line.State!)).Last();
        return state
            .Targets.Where(target => target.Wanted is not null)
            .DistinctBy(target => target.Id, StringComparer.Ordinal)
            .Select(target => (object?[])[host.Host.Id, LineRows.Text(target.Id), number, (long?)target.Wanted!.InitCwnd, target.Differs]);
    }

    /// <summary>Of each target the last: a statement for all rows must not meet one twice.</summary>
    private static IEnumerable<object?[]> MeasuredOf(HostLines host) =>
        host
            .Lines.Where(line => line.Evidence is { Conclusive: true, EffectiveSegments: not null })
            .GroupBy(line => line.Evidence!.TargetId, StringComparer.Ordinal)
            .Select(target => target.Last())
            .Select(line =>
                (object?[])
                    [host.Host.Id, LineRows.Text(line.Evidence!.TargetId), line.Number, false, (long?)line.Evidence.EffectiveSegments]
            );
}
