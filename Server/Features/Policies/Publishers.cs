using System.Security.Claims;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Policies;

/// <summary>Makes the <see cref="Publisher"/> of a request.</summary>
internal sealed class Publishers(Database database, Requirements requirements, HostDirectory hosts, TimeProvider clock)
{
    /// <param name="who">The caller.</param>
    /// <param name="permission">What they do: it decides for which hosts they may.</param>
    public Publisher Of(ClaimsPrincipal who, Permission permission) =>
        new(database, requirements, hosts, clock, who.Actor(), who.Rights().Over(permission), who.Rights().Over(Permission.HostsRead));
}
