using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Rollouts;

/// <summary>The caller.</summary>
/// <param name="Actor">As the audit log writes it.</param>
/// <param name="Person">The person behind it: the one who made the token.</param>
/// <param name="Scope">The hosts for which the caller has the permission.</param>
/// <param name="Sees">The hosts that the caller may see.</param>
internal sealed record RolloutCaller(string Actor, string Person, HostScope Scope, HostScope Sees)
{
    /// <param name="who">The caller.</param>
    /// <param name="to">The permission of the call.</param>
    public static RolloutCaller Of(ClaimsPrincipal who, Permission to) =>
        new(who.Actor(), who.Person(), who.Rights().Over(to), who.Rights().Over(Permission.HostsRead));
}
