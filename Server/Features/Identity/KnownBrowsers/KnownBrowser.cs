using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.KnownBrowsers;

/// <summary>
/// A secret in a browser in which a person has signed in. It gives no access. Wrong passwords from there are counted apart, so that
/// guesses from elsewhere, which lock the account, do not keep its person out (the device cookies of OWASP).
/// </summary>
internal static class KnownBrowser
{
    private const string Cookie = "__Host-iwtune-known";
    private const int MostOfAnAccount = 20;
    private static readonly TimeSpan Life = TimeSpan.FromDays(90);

    /// <returns>What the store has of this browser's secret, if it has one; whether it is known shows <see cref="FindAsync"/>.</returns>
    public static string? HashOf(HttpContext context) =>
        context.Request.Cookies[Cookie] is { Length: > 0 } secret ? Secret.HashOf(secret) : null;

    /// <returns><see langword="null"/> for a browser in which the account has not signed in lately.</returns>
    public static async Task<KnownBrowserRow?> FindAsync(DbSession db, TimeProvider clock, string? hash, string name) =>
        hash is null ? null : await KnownBrowserQueries.FindAsync(db, hash, name, Oldest(clock));

    /// <summary>The person has signed in here: in the transaction of the sign-in.</summary>
    /// <returns>
    /// The secret for <see cref="Send"/>. A browser has one for all its accounts; one that the server did not make is replaced.
    /// </returns>
    public static async Task<string> RememberAsync(DbSession write, TimeProvider clock, HttpContext context, string name, string stamp)
    {
        var secret = context.Request.Cookies[Cookie];
        if (secret is null || !await KnownBrowserQueries.IsOursAsync(write, Secret.HashOf(secret)))
            secret = Secret.New();
        await KnownBrowserQueries.SaveAsync(write, Secret.HashOf(secret), name, stamp, clock.Now());
        await KnownBrowserQueries.ForgetOldAsync(write, name, Oldest(clock), MostOfAnAccount);
        return secret;
    }

    public static void Send(HttpContext context, string secret) =>
        context.Response.Cookies.Append(
            Cookie,
            secret,
            new()
            {
                HttpOnly = true,
                Secure = true,
                SameSite = SameSiteMode.Strict,
                MaxAge = Life,
                Path = "/",
            }
        );

    private static long Oldest(TimeProvider clock) => clock.Now() - (long)Life.TotalMilliseconds;
}
