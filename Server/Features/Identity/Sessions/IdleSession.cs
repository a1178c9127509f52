using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.WebUtilities;

namespace IwTune.Server.Features.Identity.Sessions;

/// <summary>Refuses a session whose person has done nothing for <c>--session-idle</c>, and says so.</summary>
internal static class IdleSession
{
    /// <summary>The query of the sign-in page that shows why.</summary>
    public const string Field = "ended",
        Idle = "idle";

    private const string Mark = "iwtune.session.idle";

    /// <summary>
    /// The session ends with the next page. What an open page requests by itself is only refused: the browser keeps its cookie, so that the
    /// page that it loads next can still say why.
    /// </summary>
    public static async Task RefuseAsync(CookieValidatePrincipalContext context, SessionRow row, TimeSpan idle)
    {
        var http = context.HttpContext;
        http.Items[Mark] = idle;
        context.RejectPrincipal();
        if (!LoadsPage(http.Request))
            return;
        var clock = http.RequestServices.GetRequiredService<TimeProvider>();
        await http
            .RequestServices.GetRequiredService<Database>()
            .WriteAsync(async write =>
            {
                if (await SessionQueries.EndAsync(write, row.Kind, row.Name, row.Id) > 0)
                    await AuditLog.AppendAsync(
                        write,
                        clock,
                        "server",
                        SessionActions.End,
                        row.Actor,
                        $"A session ended: {Quantities.Of(idle)} without activity."
                    );
                return true;
            });
        await http.SignOutAsync(CookieAuthenticationDefaults.AuthenticationScheme);
    }

    /// <summary>Why the caller must sign in again, for a program.</summary>
    public static string? Reason(HttpContext context) =>
        context.Items[Mark] is TimeSpan idle ? $"Your session ended after {Quantities.Of(idle)} without activity." : null;

    /// <summary>The address of the sign-in page, with the reason.</summary>
    public static string Explain(HttpContext context, string address) =>
        context.Items.ContainsKey(Mark) ? QueryHelpers.AddQueryString(address, Field, Idle) : address;

    // Fetch Metadata (W3C): scripts and streams have another mode. Programs send none.
    private static bool LoadsPage(HttpRequest request) => request.Headers["Sec-Fetch-Mode"].ToString() is "" or "navigate";
}
