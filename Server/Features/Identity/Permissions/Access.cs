using System.Security.Claims;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Authorization;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>The one place that decides whether a caller may use a call or a page. <see cref="Rights.Over"/> says for which hosts.</summary>
internal static class Access
{
    /// <summary>Enrolment: hosts that wait and shared identities are the fleet's, tokens also those of a scope.</summary>
    private static readonly (Permission First, Permission Second)[] Either = [(Permission.TokensEnrol, Permission.AccessRead)];

    public static void AddPolicies(AuthorizationOptions options)
    {
        foreach (var (first, second) in Either)
            options.AddPolicy(
                NeedsAttribute.PolicyOf(first, second),
                policy => policy.RequireAuthenticatedUser().RequireAssertion(context => Decides(context, first) || Decides(context, second))
            );
        foreach (var permission in Enum.GetValues<Permission>())
            options.AddPolicy(
                permission.ToString(),
                policy => policy.RequireAuthenticatedUser().RequireAssertion(context => Decides(context, permission))
            );
        options.DefaultPolicy = options.GetPolicy(nameof(Permission.Own))!;
    }

    /// <summary>Says what an endpoint needs. One that does not say it keeps the server from starting.</summary>
    public static TBuilder Needs<TBuilder>(this TBuilder endpoint, Permission permission)
        where TBuilder : IEndpointConventionBuilder => endpoint.WithMetadata(new NeedsAttribute(permission));

    public static Rights Rights(this ClaimsPrincipal who) => (who.Identity as Caller)?.Rights ?? Permissions.Rights.None;

    public static bool May(this ClaimsPrincipal who, Permission permission) => who.Rights().May(permission);

    public static string Actor(this ClaimsPrincipal who) => Caller.ActorOf(who);

    /// <summary>The person behind it: a token acts for the person who made it, however many tokens lie between.</summary>
    public static string Person(this ClaimsPrincipal who) => Caller.PersonOf(who);

    /// <summary>The user's own name when it is a person or acts as one; <see langword="null"/> for a service.</summary>
    public static string? User(this ClaimsPrincipal who) => (who.Identity as Caller)?.User;

    /// <inheritdoc cref="Caller.IsLimited"/>
    public static bool IsLimited(this ClaimsPrincipal who) => who.Identity is Caller { IsLimited: true };

    private static bool Decides(AuthorizationHandlerContext context, Permission permission) =>
        context.User.May(permission) && (context.Resource is not HttpContext http || http.IsApi() || context.User.May(Permission.Console));
}
