using System.Buffers.Text;
using System.Text;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts;

internal static class RolloutHostQueries
{
    private sealed class Row
    {
        public string HostId { get; init; } = "";
        public string Name { get; init; } = "";
        public long Ring { get; init; }
        public string State { get; init; } = "";
        public string Reason { get; init; } = "";
        public long? AdmittedAt { get; init; }
        public long? SettledAt { get; init; }
    }

    private sealed class SinceRow
    {
        public long Ring { get; init; }
        public long At { get; init; }
    }

    /// <summary>When the first host of each ring was admitted.</summary>
    public static async Task<IReadOnlyDictionary<int, long>> SinceAsync(DbSession db, string id) =>
        (
            await db.ListAsync<SinceRow>(
                "select ring, min(admitted_at) as at from rollout_hosts where rollout_id = @id and admitted_at is not null group by ring",
                new { id }
            )
        ).ToDictionary(row => (int)row.Ring, row => row.At);

    /// <summary>By ring and name, one page.</summary>
    public static async Task<RolloutHostPage> PageAsync(
        DbSession db,
        SeenHosts seen,
        string id,
        int? ring,
        RolloutHostState? state,
        string? after,
        int limit
    )
    {
        var where =
            "where r.rollout_id = @id" + (ring is null ? "" : " and r.ring = @ring") + (state is null ? "" : " and r.state = @state");
        var place = Place(after);
        var values = new
        {
            id,
            ring,
            state = state?.ToString(),
            limit = seen.Scope.IsFleet ? limit + 1 : int.MaxValue,
            afterRing = place?.Ring ?? 0,
            afterName = place?.Name ?? "",
            afterId = place?.Id ?? "",
        };
        var matched = seen.Scope.IsFleet
            ? await db.ValueAsync<long>($"select count(*) from rollout_hosts r {where}", values)
            : (await db.ListAsync<string>($"select r.host_id from rollout_hosts r {where}", values)).Count(seen.Sees);
        var found = await db.ListAsync<Row>(
            $"""
            select r.host_id, h.name, r.ring, r.state, r.reason, r.admitted_at, r.settled_at from rollout_hosts r
                join hosts h on h.id = r.host_id
            {where} and (r.ring > @afterRing or r.ring = @afterRing and (h.name > @afterName or h.name = @afterName
                and r.host_id > @afterId))
            order by r.ring, h.name, r.host_id limit @limit
            """,
            values
        );
        // A scope is no column: for callers with one the rows are filtered here, and the page is the rest.
        var rows = seen.Scope.IsFleet ? found : [.. found.Where(row => seen.Sees(row.HostId)).Take(limit + 1)];
        var page = rows.Take(limit).ToList();
        return new([.. page.Select(Host)], rows.Count > limit ? Cursor(page[^1]) : null, (int)matched);
    }

    private static RolloutHost Host(Row row) =>
        new(
            row.HostId,
            row.Name,
            (int)row.Ring,
            Enum.Parse<RolloutHostState>(row.State),
            row.Reason,
            Clock.At(row.AdmittedAt),
            Clock.At(row.SettledAt)
        );

    private static string Cursor(Row row) => Base64Url.EncodeToString(Encoding.UTF8.GetBytes($"{row.Ring}\0{row.Name}\0{row.HostId}"));

    private static (long Ring, string Name, string Id)? Place(string? cursor) =>
        !string.IsNullOrEmpty(cursor)
        && Base64Url.IsValid(cursor)
        && Encoding.UTF8.GetString(Base64Url.DecodeFromChars(cursor)).Split('\0') is [var ring, var name, var id]
        && long.TryParse(ring, out var number)
            ? (number, name, id)
            : null;
}
