using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace IwTune.Server.Features.Identity.Sessions;

/// <summary>Asks at every call whether the session still stands and what its account may do now. One query.</summary>
internal static class SessionCheck
{
    public static async Task RunAsync(CookieValidatePrincipalContext context)
    {
        var services = context.HttpContext.RequestServices;
        var (database, clock) = (services.GetRequiredService<Database>(), services.GetRequiredService<TimeProvider>());
        var now = clock.Now();
        var id = context.Principal?.Id() ?? "";
        var row = id.Length == 0 ? null : await database.ReadAsync(db => SessionQueries.FindAsync(db, id, now));
        if (row is not null && !Session.IsLatest(context.Principal!, row))
        {
            // No cookie is removed: a request that was under way during the renewal would remove the new one.
            context.RejectPrincipal();
            return;
        }
        var idle = services.GetRequiredService<ServerOptions>().SessionIdle;
        if (row?.IsIdle(now, idle) == true)
        {
            await IdleSession.RefuseAsync(context, row, idle);
            return;
        }
        if (row is { Kind: Accounts.Provider })
            row = await services.GetRequiredService<OidcRefresh>().CurrentAsync(row, now);
        if (row is not null && row.Stamp == row.AccountStamp && services.GetRequiredService<Accounts>().Principal(row) is { } principal)
        {
            context.ReplacePrincipal(principal);
            if (PersonActivity.IsIn(context.Request) && now - row.SeenAt >= PersonActivity.NotedAgain.TotalMilliseconds)
                await database.WriteAsync(write => SessionQueries.SeenAsync(write, row.Id, now));
            return;
        }
        context.RejectPrincipal();
        await context.HttpContext.SignOutAsync(CookieAuthenticationDefaults.AuthenticationScheme);
    }
}
