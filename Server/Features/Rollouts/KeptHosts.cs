using IwTune.Server.Storage;

namespace IwTune.Server.Features.Rollouts;

/// <summary>
/// The hosts of a rollout of which its revision is still required. A host that it counts as left may be one of them, such as one that does
/// not support the revision; one that follows another policy, or is held, is not.
/// </summary>
internal static class KeptHosts
{
    public static async Task<IReadOnlyList<string>> OfAsync(DbSession db, Fleet fleet, RolloutRow row)
    {
        var set = fleet.Requirements.Current;
        var admitted = await db.ListAsync<string>(
            "select host_id from rollout_hosts where rollout_id = @Id and admitted_at is not null",
            new { row.Id }
        );
        return
        [
            .. admitted.Where(id =>
                fleet.Hosts.Find(id)?.Identity is { } host && set.PolicyFor(host) == row.Policy && set.PinOf(id) is null
            ),
        ];
    }
}
