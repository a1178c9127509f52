using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// The lock-out. An attempt is counted before it is judged, so that many at a time get no more guesses than one after the other; an unknown
/// name costs the same write.
/// </summary>
internal static class Attempts
{
    private const int LockAfter = 5;
    private static readonly TimeSpan FirstLock = TimeSpan.FromMinutes(1),
        LongestLock = TimeSpan.FromHours(1);

    /// <returns>The account, with the attempt counted; <see langword="null"/> when there is none, or it is locked for now.</returns>
    public static Task<UserRow?> TakeAsync(Database database, TimeProvider clock, string name) =>
        database.WriteAsync(async write =>
        {
            var user = await UserQueries.FindAsync(write, name);
            var locked = user is not null && (user.LockedUntil > clock.Now() || !user.Rights.May(Permission.Console));
            var failed = (user?.Failed ?? 0) + (locked ? 0 : 1);
            await UserQueries.FailureAsync(
                write,
                name,
                failed,
                failed >= LockAfter && !locked ? clock.Now() + (long)Pause(failed).TotalMilliseconds : user?.LockedUntil
            );
            return locked ? null : user;
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
        string code
    )
    {
        if (await TakeAsync(database, clock, name) is not { } user)
            return (null, null);
        var proof = await factor.CheckAsync(name, code);
        if (proof is null)
            await FailAsync(database, clock, user, "codes");
        return (user, proof);
    }

    /// <summary>It was right: the count begins anew.</summary>
    public static Task<int> ForgiveAsync(Database database, string name) =>
        database.WriteAsync(write => UserQueries.FailureAsync(write, name, 0, null));

    /// <summary>
    /// The attempt was right and no longer counts. Those that were counted meanwhile do: a caller who knows the password could otherwise
    /// have wrong codes forgotten, by sending both at the same time.
    /// </summary>
    public static async Task<int> TakeBackAsync(DbSession write, UserRow before)
    {
        if (await UserQueries.FindAsync(write, before.Name) is not { } now)
            return 0;
        var failed = Math.Max(0, now.Failed - 1);
        return await UserQueries.FailureAsync(
            write,
            before.Name,
            failed,
            now.Failed == before.Failed + 1 ? before.LockedUntil
                : failed < LockAfter ? null
                : now.LockedUntil
        );
    }

    /// <summary>The attempt failed. It is in the audit log when it locked the account.</summary>
    public static async Task FailAsync(Database database, TimeProvider clock, UserRow before, string what)
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
                $"user:{before.Name}",
                $"Locked until {Clock.At(clock.Now()) + Pause(failed):u} after {failed} wrong {what}."
            );
            return true;
        });
    }

    private static TimeSpan Pause(long failed)
    {
        var pause = FirstLock * Math.Pow(2, Math.Min(failed - LockAfter, 10));
        return pause < LongestLock ? pause : LongestLock;
    }
}
