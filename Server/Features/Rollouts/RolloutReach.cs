using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Rollouts;

/// <summary>
/// A rollout ends with the publication of a revision to every host of its policy, so a person who commands it must have all of them in
/// scope, and those it has moved.
/// </summary>
internal static class RolloutReach
{
    /// <returns>The refusal with the number of hosts beyond the scope; <see langword="null"/> when there are none.</returns>
    public static async Task<RolloutResult?> RefusalAsync(
        DbSession db,
        Fleet fleet,
        RolloutCaller by,
        string policy,
        string? rollout = null
    )
    {
        if (by.Scope.IsFleet)
            return null;
        var set = fleet.Requirements.Current;
        var planned = rollout is null
            ? []
            : (await db.ListAsync<string>("select host_id from rollout_hosts where rollout_id = @rollout", new { rollout })).ToHashSet(
                StringComparer.Ordinal
            );
        return
            (
                BeyondScope.Problem(
                    by.Scope,
                    fleet.Hosts.All.Where(host => planned.Contains(host.Id) || set.PolicyFor(host.Identity) == policy)
                ) ?? await BeyondScope.ProblemAsync(db, by.Scope, policy)
            )
                is { } beyond
            ? RolloutResult.Wrong(beyond)
            : null;
    }
}
