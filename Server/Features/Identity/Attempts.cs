using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.KnownBrowsers;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// The lock-out. An attempt is counted before it is judged, so that many at a time get no more guesses than one after the other; an unknown
/// name costs the same write. Attempts from a browser in which the person has signed in are counted, and lock, for themselves.
/// </summary>
internal static class Attempts
{
    private const int LockAfter = 5;
    private static readonly TimeSpan FirstLock = TimeSpan.FromMinutes(1),
        LongestLock = TimeSpan.FromHours(1);

    /// <returns>The counted attempt; <see langword="null"/> when there is no such account, or it is locked for now.</returns>
    public static Task<Attempt?> TakeAsync(Database database, TimeProvider clock, string name, string? browser = null) =>
        database.WriteAsync(async write =>
        {
            var user = await UserQueries.FindAsync(write, name);
            var known = await KnownBrowser.FindAsync(write, clock, browser, name);
            var failed = known?.Failed ?? user?.Failed ?? 0;
            var until = known is null ? user?.LockedUntil : known.LockedUntil;
            var locked = user is not null && (until > clock.Now() || !user.Rights.May(Permission.Console));
            var counted = failed + (locked ? 0 : 1);
            await CountAsync(
                write,
                name,
                known?.Hash,
                counted,
                counted >= LockAfter && !locked ? clock.Now() + (long)Pause(counted).TotalMilliseconds : until
            );
            return locked || user is null ? null : new Attempt(user, known?.Hash, failed, until);
        });

    /// <summary>An attempt with a code of the second factor: wrong ones lock the account as wrong passwords do.</summary>
    /// <returns>
    /// The account, <see langword="null"/> as in <see cref="TakeAsync"/>; and the proof, as in <see cref="SecondFactor.CheckAsync"/>.
    /// </returns>
    public static async Task<(UserRow? User, string? Proof)> WithCodeAsync(
        Database database,
        TimeProvider clock,
        SecondFactor factor,
        string name,
        string code,
        string? browser
    )
    {
        if (await TakeAsync(database, clock, name, browser) is not { } attempt)
            return (null, null);
        var proof = await factor.CheckAsync(name, code);
        if (proof is null)
            await FailAsync(database, clock, attempt, "codes");
        return (attempt.User, proof);
    }

    /// <summary>All was right: the count begins anew.</summary>
    public static Task<int> ForgiveAsync(Database database, TimeProvider clock, string name, string? browser) =>
        database.WriteAsync(async write =>
            await CountAsync(write, name, (await KnownBrowser.FindAsync(write, clock, browser, name))?.Hash, 0, null)
        );

    /// <summary>
    /// The attempt was right and no longer counts; another proof may still be missing. Those that were counted meanwhile do: a caller who
    /// knows the password could otherwise have wrong codes forgotten, by sending both at the same time.
    /// </summary>
    public static async Task<int> UncountAsync(DbSession write, Attempt attempt)
    {
        if (await CountedAsync(write, attempt) is not var (counted, until))
            return 0;
        var failed = Math.Max(0, counted - 1);
        return await CountAsync(
            write,
            attempt.User.Name,
            attempt.Browser,
            failed,
            counted == attempt.Failed + 1 ? attempt.LockedUntil
                : failed < LockAfter ? null
                : until
        );
    }

    /// <summary>The attempt failed. It is in the audit log when it locked the account.</summary>
    public static async Task FailAsync(Database database, TimeProvider clock, Attempt before, string what)
    {
        ServerMeters.SignInFailures.Add(1);
        var failed = before.Failed + 1;
        if (failed < LockAfter)
            return;
        await database.WriteAsync(async write =>
        {
            await AuditLog.AppendAsync(
                write,
                clock,
                "server",
                AccountActions.Lock,
                $"user:{before.User.Name}",
                $"Locked until {Clock.At(clock.Now()) + Pause(failed):u} after {failed} wrong {what}. {Where(before)}"
            );
            return true;
        });
    }

    private static async Task<(long Failed, long? LockedUntil)?> CountedAsync(DbSession write, Attempt attempt)
    {
        if (attempt.Browser is not { } browser)
            return await UserQueries.FindAsync(write, attempt.User.Name) is { } user ? (user.Failed, user.LockedUntil) : null;
        var known = await KnownBrowserQueries.FindAsync(write, browser, attempt.User.Name, since: long.MinValue);
        return known is null ? null : (known.Failed, known.LockedUntil);
    }

    private static Task<int> CountAsync(DbSession write, string name, string? browser, long failed, long? until) =>
        browser is null
            ? UserQueries.FailureAsync(write, name, failed, until)
            : KnownBrowserQueries.FailureAsync(write, browser, name, failed, until);

    private static string Where(Attempt attempt) =>
        attempt.Browser is null
            ? "The lock does not apply in browsers in which this person has signed in before."
            : "The lock applies only in that browser, in which this person has signed in before.";

    private static TimeSpan Pause(long failed)
    {
        var pause = FirstLock * Math.Pow(2, Math.Min(failed - LockAfter, 10));
        return pause < LongestLock ? pause : LongestLock;
    }
}
