using System.Globalization;
using System.Security.Claims;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.Extensions.Options;

namespace IwTune.Server.Features.Identity.Sessions;

/// <summary>
/// A browser's session: a row that can be ended from elsewhere, and a cookie that only names it. Each time its person proves to be that
/// person again, the browser gets another cookie, and copies of the former open nothing (OWASP ASVS 5.0.0, 7.2.4).
/// </summary>
internal static class Session
{
    private const string IdClaim = "session",
        ProofClaim = "proof";
    private const int LongestBrowser = 120;

    /// <summary>Which session the cookie names; empty for a token.</summary>
    public static string Id(this ClaimsPrincipal who) => who.FindFirstValue(IdClaim) ?? "";

    /// <summary>Content of the cookie: the session's id and latest proof, and its person's name for readers of the log.</summary>
    public static ClaimsPrincipal Ticket(SessionRow row) =>
        new(
            new ClaimsIdentity(
                [new(ClaimTypes.Name, row.Name), new(IdClaim, row.Id), new(ProofClaim, ProofOf(row))],
                CookieAuthenticationDefaults.AuthenticationScheme
            )
        );

    /// <summary>Not the proof: the antiforgery token depends on it, and forms of open pages must stay valid.</summary>
    public static Claim IdOf(SessionRow row) => new(IdClaim, row.Id);

    /// <summary>Whether a cookie is the session's latest one.</summary>
    public static bool IsLatest(ClaimsPrincipal cookie, SessionRow row) => (cookie.FindFirstValue(ProofClaim) ?? "") == ProofOf(row);

    /// <summary>The person of a session has proved to be that person again.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="id">The session.</param>
    /// <param name="now">The time.</param>
    /// <param name="all">Whether with all factors; without, the time of the former proof stays.</param>
    /// <returns>The session, whose cookie is now another one; <see langword="null"/> when it is over.</returns>
    public static async Task<SessionRow?> RenewAsync(DbSession write, string id, long now, bool all)
    {
        await SessionQueries.ProveAsync(write, id, all ? now : 0);
        return await SessionQueries.FindAsync(write, id, now);
    }

    /// <summary>Gives the browser the latest cookie of its session.</summary>
    public static Task SendAsync(HttpContext context, SessionRow row) =>
        context.SignInAsync(
            CookieAuthenticationDefaults.AuthenticationScheme,
            Ticket(row),
            new AuthenticationProperties { ExpiresUtc = Clock.At(row.EndsAt) }
        );

    /// <summary>
    /// Writes the row and its audit entry. The session that this browser had before ends, so a copy of its cookie opens nothing.
    /// </summary>
    /// <param name="write">The transaction.</param>
    /// <param name="context">The browser.</param>
    /// <param name="clock">The time.</param>
    /// <param name="life">Of the session.</param>
    /// <param name="account">Whose session it is.</param>
    /// <param name="proof">How the person signed in, for the audit log; <see langword="null"/> for the method alone.</param>
    public static async Task<SessionRow> OpenAsync(
        DbSession write,
        HttpContext context,
        TimeProvider clock,
        TimeSpan life,
        SessionRow account,
        string? proof = null
    )
    {
        var now = clock.Now();
        var browser = context.Request.Headers.UserAgent.ToString();
        var row = new SessionRow
        {
            Id = clock.NewId(),
            Kind = account.Kind,
            Name = account.Name,
            Method = account.Method,
            Stamp = account.Stamp,
            Address = context.Connection.RemoteIpAddress?.MapToIPv4IfPossible() ?? "",
            Browser = browser[..Math.Min(browser.Length, LongestBrowser)],
            CreatedAt = now,
            SeenAt = now,
            EndsAt = now + (long)life.TotalMilliseconds,
            ProvedAt = account.ProvedAt == 0 ? now : Math.Min(now, account.ProvedAt),
            RefreshAt = account.RefreshAt,
            ProviderId = account.ProviderId,
            Sealed = account.Sealed,
        };
        await SessionQueries.ForgetOverAsync(write, now);
        await EndFormerAsync(write, context, clock);
        await SessionQueries.InsertAsync(write, row);
        await AuditLog.AppendAsync(write, clock, row.Actor, SessionActions.Open, row.Actor, $"Signed in with {proof ?? row.Method}.");
        return row;
    }

    /// <summary>Ends the session of this browser, here.</summary>
    public static async Task CloseAsync(HttpContext context, Database database, TimeProvider clock)
    {
        if (context.User.Id() is { Length: > 0 } id)
        {
            var (kind, name) = Owner(context.User);
            await database.WriteAsync(async write =>
            {
                if (await SessionQueries.EndAsync(write, kind, name, id) > 0)
                    await AuditLog.AppendAsync(
                        write,
                        clock,
                        context.User.Actor(),
                        SessionActions.Close,
                        context.User.Actor(),
                        "Signed out."
                    );
                return true;
            });
        }
        await context.SignOutAsync(CookieAuthenticationDefaults.AuthenticationScheme);
    }

    // Empty for the proof of the sign-in itself.
    private static string ProofOf(SessionRow row) =>
        row.ProvedAt > row.CreatedAt ? row.ProvedAt.ToString(CultureInfo.InvariantCulture) : "";

    private static async Task EndFormerAsync(DbSession write, HttpContext context, TimeProvider clock)
    {
        if (
            Former(context) is not { } cookie
            || await SessionQueries.FindAsync(write, cookie.Id(), clock.Now()) is not { } former
            || !IsLatest(cookie, former)
            || await SessionQueries.EndAsync(write, former.Kind, former.Name, former.Id) == 0
        )
            return;
        await AuditLog.AppendAsync(
            write,
            clock,
            former.Actor,
            SessionActions.Close,
            former.Actor,
            "Signed out by another sign-in in the same browser."
        );
    }

    // Read here, because the answer to the provider's callback is made before any cookie is looked at.
    private static ClaimsPrincipal? Former(HttpContext context)
    {
        var options = context
            .RequestServices.GetRequiredService<IOptionsMonitor<CookieAuthenticationOptions>>()
            .Get(CookieAuthenticationDefaults.AuthenticationScheme);
        return options.CookieManager.GetRequestCookie(context, options.Cookie.Name!) is { Length: > 0 } cookie
            ? options.TicketDataFormat.Unprotect(cookie)?.Principal
            : null;
    }

    /// <summary>Kind and name of the account behind a cookie.</summary>
    public static (string Kind, string Name) Owner(this ClaimsPrincipal who) =>
        who.Actor().Split(':', 2) is [var kind, var name] ? (kind, name) : ("", "");

    private static string MapToIPv4IfPossible(this System.Net.IPAddress address) =>
        (address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address).ToString();
}
