using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Pages;

/// <summary>Hosts of a rollout that failed for the same reason.</summary>
/// <param name="State">Failed or unreachable.</param>
/// <param name="Reason">Why; may be empty.</param>
/// <param name="Hosts">How many.</param>
/// <param name="Host">One of them by name.</param>
public sealed record RolloutFailure(RolloutHostState State, string Reason, int Hosts, string Host)
{
    /// <summary>More reasons than these are no reasons any more; the list of hosts has them all.</summary>
    private const int Most = 50;

    private sealed class Row
    {
        public string State { get; init; } = "";
        public string Reason { get; init; } = "";
        public long Hosts { get; init; }
        public string Host { get; init; } = "";
    }

    /// <summary>Of one rollout, the most frequent reason first.</summary>
    internal static async Task<IReadOnlyList<RolloutFailure>> ListAsync(DbSession db, string id)
    {
        var rows = await db.ListAsync<Row>(
            """
            select r.state, r.reason, count(*) as hosts, min(h.name) as host from rollout_hosts r join hosts h on h.id = r.host_id
            where r.rollout_id = @id and r.state in ('Failed', 'Unreachable')
            group by r.state, r.reason order by count(*) desc, r.reason limit @limit
            """, new { id, limit = Most });
        return [.. rows.Select(row => new RolloutFailure(Enum.Parse<RolloutHostState>(row.State), row.Reason, (int)row.Hosts, row.Host))];
    }
}
