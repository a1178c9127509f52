using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.KnownBrowsers;

internal static class KnownBrowserQueries
{
    /// <summary>Unknown again after another password or a lock by a person, which both change the account's stamp.</summary>
    public static Task<KnownBrowserRow?> FindAsync(DbSession db, string hash, string name, long since) =>
        db.FindAsync<KnownBrowserRow>(
            """
            select b.hash, b.failed, b.locked_until from known_browsers b
            join users u on u.name = b.name and u.security_stamp = b.stamp
            where b.hash = @hash and b.name = @name and b.seen_at > @since
            """,
            new
            {
                hash,
                name,
                since,
            }
        );

    /// <summary>Whether any account has signed in with this secret, so that the server made it.</summary>
    public static async Task<bool> IsOursAsync(DbSession db, string hash) =>
        await db.ValueAsync<long>("select count(*) from known_browsers where hash = @hash", new { hash }) > 0;

    public static Task<int> SaveAsync(DbSession write, string hash, string name, string stamp, long now) =>
        write.ExecuteAsync(
            """
            insert into known_browsers (hash, name, stamp, seen_at) values (@hash, @name, @stamp, @now)
            on conflict (hash, name) do update set stamp = excluded.stamp, seen_at = excluded.seen_at, failed = 0, locked_until = null
            """,
            new
            {
                hash,
                name,
                stamp,
                now,
            }
        );

    public static Task<int> FailureAsync(DbSession write, string hash, string name, long failed, long? lockedUntil) =>
        write.ExecuteAsync(
            "update known_browsers set failed = @failed, locked_until = @lockedUntil where hash = @hash and name = @name",
            new
            {
                hash,
                name,
                failed,
                lockedUntil,
            }
        );

    public static Task<int> UnlockAsync(DbSession write, string name) =>
        write.ExecuteAsync("update known_browsers set failed = 0, locked_until = null where name = @name", new { name });

    /// <summary>Those of an account that are too old, and all but its latest.</summary>
    public static Task<int> ForgetOldAsync(DbSession write, string name, long since, int most) =>
        write.ExecuteAsync(
            """
            delete from known_browsers where name = @name and (seen_at <= @since or hash not in
              (select hash from known_browsers where name = @name order by seen_at desc, hash limit @most))
            """,
            new
            {
                name,
                since,
                most,
            }
        );

    public static Task<int> RemoveAsync(DbSession write, string name) =>
        write.ExecuteAsync("delete from known_browsers where name = @name", new { name });
}
