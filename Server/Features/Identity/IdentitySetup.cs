using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Scim;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.DataProtection.Repositories;

namespace IwTune.Server.Features.Identity;

/// <summary>Cookies for people, bearer tokens for programs.</summary>
internal static class IdentitySetup
{
    private const string Either = "cookie-or-token",
        SignInPath = "/sign-in",
        CookieName = "__Host-iwtune";

    /// <param name="services">Gets them.</param>
    /// <param name="server">How people sign in.</param>
    /// <param name="keys">Those of cookies.</param>
    public static void AddIdentity(this IServiceCollection services, ServerOptions server, IXmlRepository keys)
    {
        services
            .AddSingleton<IStartupFilter, DeclaredAccess>()
            .AddSingleton<Accounts>()
            .AddSingleton<SignInPace>()
            .AddSingleton<CallerLimits>()
            .AddSingleton<RefusalLog>()
            .AddSingleton<RefusedCalls>()
            .AddSingleton(new RefusedPasswords(server.RefusedPasswords))
            .AddSingleton<ChangePassword>()
            .AddSingleton<Confirmation>()
            .AddSingleton<SecondFactor>()
            .AddSingleton<HalfSignIn>()
            .AddSingleton<SigningIn>();
        services.AddPasskeys();
        services.AddCookieProtection(keys);
        services.AddSingleton<SealedRecords>();
        services
            .AddAuthentication(Either)
            .AddPolicyScheme(
                Either,
                null,
                options =>
                    options.ForwardDefaultSelector = context =>
                        ApiTokenHandler.Fits(context.Request) || (context.IsApi() && !context.Request.Cookies.ContainsKey(CookieName))
                            ? ApiTokenHandler.SchemeName
                            : CookieAuthenticationDefaults.AuthenticationScheme
            )
            .AddScheme<AuthenticationSchemeOptions, ApiTokenHandler>(ApiTokenHandler.SchemeName, null)
            .AddCookie(options => ConfigureCookie(options, server.SessionLife))
            .AddOidc(server);
        services.AddAuthorization(Access.AddPolicies);
        services.AddRunning<TokenUses>();
        services.AddSingleton<Provisioning>();
        services
            .AddScoped<SeenHosts>()
            .AddScoped<SeenRollouts>()
            .AddSingleton(provider => new UserViews(
                provider.GetRequiredService<Database>(),
                server.Oidc,
                provider.GetRequiredService<TimeProvider>()
            ));
    }

    private static void ConfigureCookie(CookieAuthenticationOptions options, TimeSpan life)
    {
        options.Cookie.Name = CookieName;
        options.Cookie.HttpOnly = true;
        options.Cookie.SameSite = SameSiteMode.Lax;
        options.Cookie.SecurePolicy = CookieSecurePolicy.Always;
        options.Cookie.Path = "/";
        options.ExpireTimeSpan = life;
        options.SlidingExpiration = false;
        options.LoginPath = SignInPath;
        options.ReturnUrlParameter = "back";
        options.Events.OnValidatePrincipal = SessionCheck.RunAsync;
        // A program gets an answer it can read, a person the page to sign in.
        options.Events.OnRedirectToLogin = context =>
            context.HttpContext.IsApi()
                ? RefusalAnswer
                    .Of(
                        StatusCodes.Status401Unauthorized,
                        IdleSession.Reason(context.HttpContext) ?? "Sign in first.",
                        $"Open {SignInPath}, or send an API token."
                    )
                    .ExecuteAsync(context.HttpContext)
                : Redirect(context);
        options.Events.OnRedirectToAccessDenied = context =>
            context.HttpContext.IsApi()
                ? Forbidden.Refuse(context.HttpContext, "Your account lacks the permission.").ExecuteAsync(context.HttpContext)
                : Forbid(context);
    }

    private static Task Redirect(RedirectContext<CookieAuthenticationOptions> context)
    {
        context.Response.Redirect(IdleSession.Explain(context.HttpContext, context.RedirectUri));
        return Task.CompletedTask;
    }

    private static Task Forbid(RedirectContext<CookieAuthenticationOptions> context)
    {
        Forbidden.Show(context.HttpContext);
        return Task.CompletedTask;
    }
}
