using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Rollouts;

/// <summary>
/// On a server with <c>--rollouts required</c> nothing gives hosts another window at once, for any caller. A change without effect on hosts
/// stays allowed: a staged revision, a policy without hosts, the assignment of a policy without a current revision.
/// </summary>
internal static class OnlyRollouts
{
    /// <returns>What is wrong; <see langword="null"/> when the change may be made, and when it is refused for its scope anyway.</returns>
    public static PolicyProblem? Problem(Publisher by, ProposedChange change, string policy)
    {
        if (!by.Requirements.RolloutsOnly || BeyondScope.Problem(by, change) is not null)
            return null;
        var changed = HalfOfFleet.Changed(by.Hosts, by.Set, by.Set.With(change));
        return changed == 0
            ? null
            : new(
                "rollouts",
                policy,
                $"this would change {changed} host{(changed == 1 ? "" : "s")} at once, and this server takes changes through rollouts "
                    + "alone (--rollouts required): publish the revision with 'stage', "
                    + $"then plan a rollout of policy {policy} to it; when it cannot wait, plan it as an emergency, which two other "
                    + "people approve",
                0,
                0
            );
    }
}
