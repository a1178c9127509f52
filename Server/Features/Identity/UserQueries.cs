using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

internal static class UserQueries
{
    public static Task<UserRow?> FindAsync(DbSession db, string name) =>
        db.FindAsync<UserRow>("select * from users where name = @name", new { name });

    public static async Task<bool> AnyAsync(DbSession db) => await db.ValueAsync<long>("select count(*) from users") > 0;

    public static Task<int> InsertAsync(DbSession write, UserRow row) => write.ExecuteAsync(
        """
        insert into users (name, password_hash, scope, security_stamp, created_at)
        values (@Name, @PasswordHash, @Scope, @SecurityStamp, @CreatedAt)
        """, row);

    public static Task<int> PasswordAsync(DbSession write, string name, string passwordHash, string securityStamp) => write.ExecuteAsync(
        "update users set password_hash = @passwordHash, security_stamp = @securityStamp, failed = 0, locked_until = null where name = @name",
        new { name, passwordHash, securityStamp });

    public static Task<int> RemoveAsync(DbSession write, string name) => write.ExecuteAsync("delete from users where name = @name", new { name });

    public static Task<int> FailureAsync(DbSession write, string name, long failed, long? lockedUntil) =>
        write.ExecuteAsync("update users set failed = @failed, locked_until = @lockedUntil where name = @name", new { name, failed, lockedUntil });
}
