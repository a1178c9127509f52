using IwTune.Server.Console.Assets;

namespace IwTune.Server.Console;

/// <summary>The console's two lines in <c>Program.cs</c>.</summary>
internal static class ConsoleSetup
{
    public static IServiceCollection AddConsole(this IServiceCollection services)
    {
        services.AddRazorComponents();
        services.AddCascadingAuthenticationState();
        services.AddHttpContextAccessor();
        services.AddAntiforgery(o =>
        {
            o.Cookie.Name = "iwtune-form";
            o.Cookie.HttpOnly = true;
            o.Cookie.SameSite = SameSiteMode.Strict;
            o.Cookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
            // The whole console says frame-ancestors 'none'.
            o.SuppressXFrameOptionsHeader = true;
        });
        return services;
    }

    public static WebApplication MapConsole(this WebApplication app)
    {
        AssetEndpoints.Map(app);
        ThemeEndpoints.Map(app);
        app.MapRazorComponents<App>();
        return app;
    }
}
