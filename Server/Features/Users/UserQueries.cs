using IwTune.Server.Storage;

namespace IwTune.Server.Features.Users;

internal static class UserQueries
{
    public static Task<UserRow?> FindAsync(DbSession db, string name) =>
        db.FindAsync<UserRow>("select * from users where name = @name", new { name });

    public static Task<IReadOnlyList<UserRow>> ListAsync(DbSession db) => db.ListAsync<UserRow>("select * from users order by name");

    public static async Task<bool> AnyAsync(DbSession db) => await db.ValueAsync<long>("select count(*) from users") > 0;

    public static Task<int> InsertAsync(DbSession write, UserRow row) =>
        write.ExecuteAsync(
            """
            insert into users (name, password_hash, password_until, grants, security_stamp, created_at)
            values (@Name, @PasswordHash, @PasswordUntil, @Grants, @SecurityStamp, @CreatedAt)
            """,
            row
        );

    /// <param name="write">The transaction.</param>
    /// <param name="name">The account.</param>
    /// <param name="passwordHash">Of the new password.</param>
    /// <param name="passwordUntil">Until when it signs in, if the server made it.</param>
    /// <param name="securityStamp">A new one, which ends sessions.</param>
    public static Task<int> PasswordAsync(DbSession write, string name, string passwordHash, long? passwordUntil, string securityStamp) =>
        write.ExecuteAsync(
            "update users set password_hash = @passwordHash, password_until = @passwordUntil, security_stamp = @securityStamp, "
                + "failed = 0, locked_until = null where name = @name",
            new
            {
                name,
                passwordHash,
                passwordUntil,
                securityStamp,
            }
        );

    /// <summary>Another hash of the same password; none when it was changed meanwhile.</summary>
    public static Task<int> RehashAsync(DbSession write, string name, string before, string after) =>
        write.ExecuteAsync(
            "update users set password_hash = @after where name = @name and password_hash = @before",
            new
            {
                name,
                before,
                after,
            }
        );

    public static Task<int> GrantsAsync(DbSession write, string name, string grants) =>
        write.ExecuteAsync("update users set grants = @grants where name = @name", new { name, grants });

    /// <summary>Locks an account. A new stamp ends its sessions.</summary>
    public static Task<int> LockAsync(DbSession write, string name, long lockedAt, string reason, string securityStamp) =>
        write.ExecuteAsync(
            "update users set locked_at = @lockedAt, locked_reason = @reason, security_stamp = @securityStamp, failed = 0, locked_until "
                + "= null where name = @name",
            new
            {
                name,
                lockedAt,
                reason,
                securityStamp,
            }
        );

    /// <summary>Ends the lock of wrong passwords, and that of an administrator.</summary>
    public static Task<int> UnlockAsync(DbSession write, string name) =>
        write.ExecuteAsync(
            "update users set locked_at = null, locked_reason = '', failed = 0, locked_until = null where name = @name",
            new { name }
        );

    /// <summary>A lock that still holds stays, with its count: it is of others who guess.</summary>
    public static Task<int> SignedInAsync(DbSession write, string name, long at, string from) =>
        write.ExecuteAsync(
            """
            update users set signed_in_at = @at, signed_in_from = @from, failed = case when locked_until > @at then failed else 0 end,
              locked_until = case when locked_until > @at then locked_until end
            where name = @name
            """,
            new
            {
                name,
                at,
                from,
            }
        );

    public static Task<int> RemoveAsync(DbSession write, string name) =>
        write.ExecuteAsync("delete from users where name = @name", new { name });

    public static Task<int> FailureAsync(DbSession write, string name, long failed, long? lockedUntil) =>
        write.ExecuteAsync(
            "update users set failed = @failed, locked_until = @lockedUntil where name = @name",
            new
            {
                name,
                failed,
                lockedUntil,
            }
        );

    public static Task<int> BreakGlassAsync(DbSession write, string name, bool on) =>
        write.ExecuteAsync("update users set break_glass = @on where name = @name", new { name, on });
}
