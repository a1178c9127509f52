using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Policies;
using IwTune.Server.Storage;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>Refuses a change that would reach hosts outside the caller's scope.</summary>
internal static class BeyondScope
{
    /// <summary>Where such a problem points; the answer to it is 403.</summary>
    public const string Path = "scope";

    /// <summary>Hosts that something is to be done to now.</summary>
    public static PolicyProblem? Problem(HostScope scope, IEnumerable<FleetHost> hosts) =>
        // Not their number: it would count hosts that the caller may not see, for any selector.
        scope.IsFleet || hosts.All(host => scope.Covers(host.Identity))
            ? null
            : new(Path, null, $"it also reaches hosts beyond what you may change ({scope}): narrow it, or ask an administrator", 0, 0);

    /// <summary>What a change would require of hosts, those that are held too: a hold ends.</summary>
    public static PolicyProblem? Problem(Publisher by, ProposedChange change)
    {
        if (by.Scope.IsFleet)
            return null;
        var before = by.Set;
        var after = before.With(change);
        return Problem(by.Scope, by.Hosts.All.Where(host => Free(host, before).Digest != after.Unheld(host.Identity).Digest));
    }

    /// <summary>A permanent selector: hosts that match it later must be within the scope as well.</summary>
    public static PolicyProblem? Problem(HostScope scope, Selector selector) =>
        scope.Contains(selector)
            ? null
            : new(
                Path,
                $"{selector}",
                $"you may do this for {scope}, but this would also reach hosts that match later: add the terms of your scope to "
                    + "the selector",
                0,
                0
            );

    /// <summary>
    /// A policy's document reaches every host that its assignments come to match: a host that enrols tomorrow, or one that another
    /// assignment takes today. The author of a change must be allowed to change all of those.
    /// </summary>
    public static async Task<PolicyProblem?> ProblemAsync(DbSession db, HostScope scope, string policy)
    {
        if (scope.IsFleet)
            return null;
        var beyond = (await AssignmentQueries.ListAsync(db))
            .Where(row => row.Policy == policy)
            .Select(row => row.Read())
            .FirstOrDefault(selector => !scope.Contains(selector));
        return beyond is null
            ? null
            : new(
                Path,
                $"{beyond}",
                $"{policy} is assigned to '{beyond}', which reaches beyond what you may change ({scope}), whether or not a host matches "
                    + "it today: ask an administrator",
                0,
                0
            );
    }

    private static Requirement Free(FleetHost host, RequirementSet set) => host.Required(set) is var now ? now.Otherwise ?? now : now;
}
