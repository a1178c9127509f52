using IwTune.Server.Console;
using IwTune.Server.Hosting;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;
using Microsoft.Extensions.Options;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Sign-in at the company's provider, where one is named.</summary>
internal static class OidcSetup
{
    public const string SchemeName = "oidc",
        StartPath = "/sign-in/company";

    private const string SignInPath = "/sign-in";

    public static void AddOidc(this AuthenticationBuilder authentication, ServerOptions server)
    {
        authentication.Services.AddSingleton<OidcRefresh>().AddSingleton<ProviderSignOut>();
        if (server.Oidc is not { } settings)
            return;
        authentication
            .Services.AddSingleton(settings)
            .AddSingleton<ProviderLink>()
            .AddSingleton<ProviderTokens>()
            .AddSingleton<OidcAccounts>()
            .AddSingleton<OidcEvents>()
            .AddSingleton(services => services.GetRequiredService<ProviderLink>().Configuration);
        authentication.AddOpenIdConnect(SchemeName, options => Configure(options, settings));
        authentication.Services.AddSingleton<IConfigureOptions<OpenIdConnectOptions>>(
            services => new ConfigureNamedOptions<OpenIdConnectOptions>(
                SchemeName,
                options =>
                {
                    options.ConfigurationManager = services.GetRequiredService<ProviderConfiguration>();
                    options.Backchannel = services.GetRequiredService<ProviderLink>().Http;
                    options.TokenValidationParameters = services.GetRequiredService<ProviderTokens>().Parameters;
                    options.TimeProvider = services.GetRequiredService<TimeProvider>();
                }
            )
        );
    }

    public static void MapOidc(this IEndpointRouteBuilder routes)
    {
        if (routes.ServiceProvider.GetRequiredService<ServerOptions>().Oidc is null)
            return;
        routes.MapGet(StartPath, StartAsync).AllowAnonymous().ExcludeFromDescription();
        BackChannelLogout.Map(routes);
        routes
            .MapGet(ProviderSignOut.Path, (HttpContext context, ProviderSignOut away) => away.GoAsync(context))
            .AllowAnonymous()
            .ExcludeFromDescription();
    }

    private static async Task StartAsync(HttpContext context, ProviderConfiguration provider, string? back, bool again = false)
    {
        if (IsFromElsewhere(context.Request))
        {
            context.Response.Redirect(Address.Of(SignInPath, ("back", LocalAddress.OrHome(back))));
            return;
        }
        try
        {
            await provider.GetConfigurationAsync(context.RequestAborted);
            var properties = new OpenIdConnectChallengeProperties { RedirectUri = LocalAddress.OrHome(back) };
            if (again)
                properties.Prompt = OpenIdConnectPrompt.Login;
            await context.ChallengeAsync(SchemeName, properties);
        }
        catch (OidcException failed)
        {
            OidcRefusal.Tell(context, failed);
        }
    }

    /// <summary>
    /// A link of another site, or a bookmark. The provider may know the browser, and a session would begin without an action of its person;
    /// the sign-in page waits for one. A form in place of the link would not reach the provider: browsers apply form-action to redirects.
    /// </summary>
    private static bool IsFromElsewhere(HttpRequest request) => request.Headers["Sec-Fetch-Site"].ToString() is not ("" or "same-origin");

    private static void Configure(OpenIdConnectOptions options, OidcSettings settings)
    {
        options.ClientId = settings.ClientId;
        options.CallbackPath = OidcEvents.CallbackPath;
        options.SignInScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.RequireHttpsMetadata = false; // ProviderConfiguration refuses everything but https, and the loopback
        options.ResponseType = OpenIdConnectResponseType.Code;
        options.ResponseMode = OpenIdConnectResponseMode.Query;
        options.UsePkce = true;
        options.MaxAge = settings.MaxAge;
        options.PushedAuthorizationBehavior = PushedAuthorizationBehavior.Disable; // it would need the secret, which is read anew each time
        options.MapInboundClaims = false;
        options.DisableTelemetry = true;
        options.RemoteAuthenticationTimeout = OidcEvents.Patience;
        options.ProtocolValidator.NonceLifetime = OidcEvents.Patience;
        options.CorrelationCookie = Cookie("__Host-iwtune-oidc.");
        options.NonceCookie = Cookie("__Host-iwtune-oidc-nonce.");
        options.Scope.Clear();
        options.Scope.Add("openid");
        foreach (var scope in settings.Scopes)
            options.Scope.Add(scope);
        options.EventsType = typeof(OidcEvents);
    }

    private static CookieBuilder Cookie(string name) =>
        new()
        {
            Name = name,
            Path = "/",
            HttpOnly = true,
            SameSite = SameSiteMode.Lax,
            SecurePolicy = CookieSecurePolicy.Always,
            IsEssential = true,
        };
}
