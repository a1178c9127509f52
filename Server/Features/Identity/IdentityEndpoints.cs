using System.Reflection;
using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Identity;

internal static class IdentityEndpoints
{
    private static readonly string Version =
        typeof(IdentityEndpoints).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
        ?? "";

    public static void MapIdentity(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.WhoAmI, WhoAmI)
            .Needs(Permission.Own)
            .WithTags("Identity")
            .WithSummary("Identity and permissions of this token or session");

    private static Ok<WhoAmI> WhoAmI(ClaimsPrincipal who) =>
        TypedResults.Ok(new WhoAmI(who.Identity!.Name!, Version, who.Person(), who.Rights().Grants, [.. who.Rights().Permissions]));
}
