using IwTune.Server.Console;
using IwTune.Server.Hosting;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OAuth;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Sign-in at the company's provider, where one is named.</summary>
internal static class OidcSetup
{
    public const string StartPath = "/sign-in/company";

    public static void AddOidc(this AuthenticationBuilder authentication, ServerOptions server)
    {
        authentication.Services.AddSingleton<OidcRefresh>().AddSingleton<ProviderSignOut>();
        if (server.Oidc is not { } settings)
            return;
        authentication.Services.AddSingleton(settings).AddSingleton<ProviderLink>().AddSingleton<OidcAccounts>();
        authentication.AddOAuth<OAuthOptions, OidcHandler>(OidcHandler.SchemeName, options =>
        {
            options.ClientId = settings.ClientId;
            // The handler of this server sends it itself, read anew each time: it can be changed without a restart.
            options.ClientSecret = "in --oidc-secret-file";
            options.CallbackPath = OidcHandler.CallbackPath;
            options.SignInScheme = CookieAuthenticationDefaults.AuthenticationScheme;
            options.UsePkce = true;
            // Both come from the discovery document, with the first sign-in.
            options.AuthorizationEndpoint = options.TokenEndpoint = settings.Issuer;
            options.RemoteAuthenticationTimeout = OidcHandler.Patience;
            options.CorrelationCookie = new CookieBuilder { Name = "__Host-iwtune-oidc.", Path = "/", HttpOnly = true, SameSite = SameSiteMode.Lax, SecurePolicy = CookieSecurePolicy.Always, IsEssential = true };
            options.Scope.Clear();
            options.Scope.Add("openid");
            foreach (var scope in settings.Scopes)
                options.Scope.Add(scope);
            options.Events.OnRemoteFailure = OidcRefusal.OnFailure;
            options.Events.OnAccessDenied = OidcRefusal.OnDenied;
        });
    }

    public static void MapOidc(this IEndpointRouteBuilder routes)
    {
        if (routes.ServiceProvider.GetRequiredService<ServerOptions>().Oidc is null)
            return;
        routes.MapGet(StartPath, (string? back) => Results.Challenge(new() { RedirectUri = LocalAddress.OrHome(back) }, [OidcHandler.SchemeName]))
            .AllowAnonymous().ExcludeFromDescription();
        BackChannelLogout.Map(routes);
        routes.MapGet(ProviderSignOut.Path, (HttpContext context, ProviderSignOut away) => away.GoAsync(context)).AllowAnonymous().ExcludeFromDescription();
    }
}
