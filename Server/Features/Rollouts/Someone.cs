using System.Security.Claims;
using IwTune.Server.Features.Identity;

namespace IwTune.Server.Features.Rollouts;

/// <summary>Who asks.</summary>
/// <param name="Actor">As the audit log writes it.</param>
/// <param name="Person">Who stands behind it: the person who made the token.</param>
internal sealed record Someone(string Actor, string Person)
{
    public static Someone Of(ClaimsPrincipal who) => new(who.Actor(), who.Person());
}
