using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Who exports.</summary>
/// <param name="Actor">As the audit log writes it.</param>
/// <param name="Grants">The roles behind it, each with the hosts that it is for; none for a schedule.</param>
internal sealed record Exporter(string Actor, IReadOnlyList<string> Grants)
{
    public static Exporter Of(ClaimsPrincipal who) => new(who.Actor(), [.. who.Rights().Grants.Select(grant => grant.ToString())]);
}
