using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages;

/// <summary>Hosts of a rollout that failed for the same reason.</summary>
/// <param name="State">Failed or unreachable.</param>
/// <param name="Reason">Why; may be empty.</param>
/// <param name="Hosts">How many.</param>
/// <param name="Host">One of them by name.</param>
public sealed record RolloutFailure(RolloutHostState State, string Reason, int Hosts, string Host)
{
    /// <summary>More reasons than these are no help to a reader; the list of hosts has them all.</summary>
    private const int Most = 50;

    private sealed class Row
    {
        public string State { get; init; } = "";
        public string Reason { get; init; } = "";
        public string HostId { get; init; } = "";
        public string Name { get; init; } = "";
    }

    /// <summary>Of one rollout, the most frequent reason first.</summary>
    internal static async Task<IReadOnlyList<RolloutFailure>> ListAsync(DbSession db, SeenHosts seen, string id)
    {
        var rows = await db.ListAsync<Row>(
            """
            select r.host_id, r.state, r.reason, h.name from rollout_hosts r join hosts h on h.id = r.host_id
            where r.rollout_id = @id and r.state in ('Failed', 'Unreachable')
            """,
            new { id }
        );
        return
        [
            .. rows.Where(row => seen.Sees(row.HostId))
                .GroupBy(row => (row.State, row.Reason))
                .OrderByDescending(group => group.Count())
                .ThenBy(group => group.Key.Reason, StringComparer.Ordinal)
                .Take(Most)
                .Select(group => new RolloutFailure(
                    Enum.Parse<RolloutHostState>(group.Key.State),
                    group.Key.Reason,
                    group.Count(),
                    group.Select(row => row.Name).Min(StringComparer.Ordinal)!
                )),
        ];
    }
}
