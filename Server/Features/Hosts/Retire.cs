using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Hosts;

/// <summary>Takes a host out of the fleet: its secret is void at once, its history stays.</summary>
internal static class Retire
{
    /// <returns>Why it may not; <see langword="null"/> when it has left, now or before.</returns>
    public static Task<PolicyProblem?> RunAsync(
        Database database,
        HostDirectory hosts,
        TimeProvider clock,
        string actor,
        HostScope scope,
        string id,
        string reason
    ) =>
        database.WriteAsync<PolicyProblem?>(async write =>
        {
            // Another person may have labelled it out of the scope since.
            if (!scope.IsFleet && BeyondScope.Problem(scope, await MemberQueries.ListAsync(write, [id])) is { } beyond)
                return beyond;
            write.AfterCommit(() => hosts.Remove(id));
            await HostWrites.RetireAsync(write, clock, id, actor, reason);
            return null;
        });
}
