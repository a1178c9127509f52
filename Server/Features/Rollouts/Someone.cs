using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts;

/// <summary>Who asks.</summary>
/// <param name="Actor">As the audit log writes it.</param>
/// <param name="Person">Who stands behind it: the person who made the token.</param>
/// <param name="Scope">The hosts for which they may.</param>
internal sealed record Someone(string Actor, string Person, HostScope Scope)
{
    /// <param name="who">Whoever asks.</param>
    /// <param name="to">What they are about to do.</param>
    public static Someone Of(ClaimsPrincipal who, Permission to) => new(who.Actor(), who.Person(), who.Rights().Over(to));
}
