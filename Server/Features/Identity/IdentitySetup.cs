using IwTune.Server.Hosting;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Features.Identity;

/// <summary>Cookies for people, bearer tokens for programs.</summary>
internal static class IdentitySetup
{
    private const string Either = "cookie-or-token", SignInPath = "/sign-in", CookieName = "iwtune";

    public static void AddIdentity(this IServiceCollection services, DataDirectory directory)
    {
        services.AddDataProtection().SetApplicationName("iwtune-server").PersistKeysToFileSystem(new DirectoryInfo(directory.File("cookie-keys")));
        services.AddAuthentication(Either)
            .AddPolicyScheme(Either, null, options => options.ForwardDefaultSelector = context =>
                ApiTokenHandler.Fits(context.Request) || (context.IsApi() && !context.Request.Cookies.ContainsKey(CookieName))
                    ? ApiTokenHandler.SchemeName
                    : CookieAuthenticationDefaults.AuthenticationScheme)
            .AddScheme<AuthenticationSchemeOptions, ApiTokenHandler>(ApiTokenHandler.SchemeName, null)
            .AddCookie(ConfigureCookie);
        services.AddAuthorization(Access.AddPolicies);
    }

    private static void ConfigureCookie(CookieAuthenticationOptions options)
    {
        options.Cookie.Name = CookieName;
        options.Cookie.HttpOnly = true;
        options.Cookie.SameSite = SameSiteMode.Lax;
        options.Cookie.SecurePolicy = CookieSecurePolicy.Always;
        options.ExpireTimeSpan = TimeSpan.FromHours(12);
        options.SlidingExpiration = true;
        options.LoginPath = SignInPath;
        options.ReturnUrlParameter = "back";
        options.Events.OnValidatePrincipal = SignIn.RevalidateAsync;
        // A program gets an answer it can read, a person the page to sign in.
        options.Events.OnRedirectToLogin = context => context.HttpContext.IsApi()
            ? Refusal.Of(StatusCodes.Status401Unauthorized, "Sign in first.", $"Open {SignInPath}, or send an API token.").ExecuteAsync(context.HttpContext)
            : Redirect(context);
        options.Events.OnRedirectToAccessDenied = context => context.HttpContext.IsApi()
            ? Refusal.Of(StatusCodes.Status403Forbidden, "Your account may not do that.", "Ask an administrator of this server.").ExecuteAsync(context.HttpContext)
            : Forbid(context);
    }

    private static Task Redirect(RedirectContext<CookieAuthenticationOptions> context)
    {
        context.Response.Redirect(context.RedirectUri);
        return Task.CompletedTask;
    }

    private static Task Forbid(RedirectContext<CookieAuthenticationOptions> context)
    {
        context.Response.StatusCode = StatusCodes.Status403Forbidden;
        return Task.CompletedTask;
    }
}
