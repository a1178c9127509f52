using IwTune.Server.Storage;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// The latest measurement of the target that represents a host in lists. One of another target, beside the window configured for this one,
/// would show a difference that is not there.
/// </summary>
internal static class ShownMeasurements
{
    /// <param name="write">The transaction, in which the hosts' states are stored already.</param>
    /// <param name="hosts">Each host once.</param>
    public static async Task StoreAsync(DbSession write, IReadOnlyList<HostLines> hosts)
    {
        foreach (var ids in hosts.Where(host => host.HasState).Select(host => host.Host.Id).Chunk(500))
            await write.ExecuteAsync(
                """
                delete from host_measurements where host_id in @ids
                  and target_id <> (select shown_target from host_states s where s.host_id = host_measurements.host_id)
                """,
                new { ids }
            );
        var measured = hosts.Where(host => host.Rows.Any(row => row.Measurement is not null)).ToList();
        var shown = await ShownAsync(write, measured);
        await write.ManyAsync(
            LineRows.Measurements,
            [.. measured.Select(host => LatestOf(host, shown.GetValueOrDefault(host.Host.Id))).OfType<object?[]>()]
        );
    }

    /// <summary>One row a host: a statement for all of them must not meet one twice.</summary>
    private static object?[]? LatestOf(HostLines host, string? shown) =>
        host
            .Rows.Where(row => row.Measurement is not null && (shown is null || row.MeasuredTarget == shown))
            .Select(row => row.Measurement!)
            .Aggregate((object?[]?)null, (latest, row) => latest is null || (long)row[1]! >= (long)latest[1]! ? row : latest);

    /// <summary>A state that was stored before its target was is read for it.</summary>
    private static async Task<Dictionary<string, string>> ShownAsync(DbSession write, List<HostLines> hosts)
    {
        var shown = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var ids in hosts.Select(host => host.Host.Id).Chunk(500))
        foreach (
            var (id, target, state) in await write.ListAsync<(string, string?, string?)>(
                """
                select host_id, shown_target, case when shown_target is null then state end as state
                from host_states where host_id in @ids
                """,
                new { ids }
            )
        )
            if ((target ?? LineRows.ShownIn(state!)) is { } known)
                shown[id] = known;
        return shown;
    }
}
