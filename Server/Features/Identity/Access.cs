using System.Security.Claims;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Authorization;

namespace IwTune.Server.Features.Identity;

/// <summary>Who may do what: three scopes, each including the one before. Anonymous is never enough.</summary>
internal static class Access
{
    public const string Read = "read", Operate = "operate", Admin = "admin";
    private const string ScopeClaim = "scope", ActorClaim = "actor", PersonClaim = "person";

    public static void AddPolicies(AuthorizationOptions options)
    {
        Add(Read, TokenScope.Read);
        Add(Operate, TokenScope.Operate);
        Add(Admin, TokenScope.Admin);
        options.DefaultPolicy = options.GetPolicy(Read)!;

        void Add(string name, TokenScope least) => options.AddPolicy(name, policy =>
            policy.RequireAuthenticatedUser().RequireAssertion(context => context.User.Scope() >= least));
    }

    public static TBuilder MayRead<TBuilder>(this TBuilder endpoint) where TBuilder : IEndpointConventionBuilder => endpoint.RequireAuthorization(Read);

    public static TBuilder MayOperate<TBuilder>(this TBuilder endpoint) where TBuilder : IEndpointConventionBuilder => endpoint.RequireAuthorization(Operate);

    public static TBuilder MayAdminister<TBuilder>(this TBuilder endpoint) where TBuilder : IEndpointConventionBuilder => endpoint.RequireAuthorization(Admin);

    /// <param name="name">As shown to people.</param>
    /// <param name="actor">As the audit log writes it.</param>
    /// <param name="scope">What it may do.</param>
    /// <param name="scheme">How it proved itself.</param>
    /// <param name="more">Further claims.</param>
    public static ClaimsPrincipal Principal(string name, string actor, TokenScope scope, string scheme, params ReadOnlySpan<Claim> more) => new(
        new ClaimsIdentity([new(ClaimTypes.Name, name), new(ActorClaim, actor), new(ScopeClaim, scope.ToString()), .. more], scheme));

    public static string Actor(this ClaimsPrincipal who) => who.FindFirstValue(ActorClaim) ?? "unknown";

    /// <summary>Who stands behind it: a token acts for the person who made it, however many tokens lie between.</summary>
    public static string Person(this ClaimsPrincipal who) => who.FindFirstValue(PersonClaim) ?? who.Actor();

    public static Claim PersonBehind(string person) => new(PersonClaim, person);

    public static TokenScope? Scope(this ClaimsPrincipal who) =>
        Enum.TryParse<TokenScope>(who.FindFirstValue(ScopeClaim), out var scope) ? scope : null;
}
