using IwTune.Server.Features.Users;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.Passkeys;

internal static class PasskeyQueries
{
    public static Task<IReadOnlyList<PasskeyRow>> ListAsync(DbSession db, string name) =>
        db.ListAsync<PasskeyRow>("select * from passkeys where name = @name order by created_at, id", new { name });

    public static Task<PasskeyRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<PasskeyRow>("select * from passkeys where id = @id", new { id });

    public static Task<UserRow?> OwnerAsync(DbSession db, string id) =>
        db.FindAsync<UserRow>("select u.* from users u join passkeys p on p.name = u.name where p.id = @id", new { id });

    public static Task<UserRow?> ByHandleAsync(DbSession db, string handle) =>
        db.FindAsync<UserRow>("select u.* from users u where u.name in (select name from passkeys where handle = @handle)", new { handle });

    public static async Task<string?> HandleAsync(DbSession db, string name) =>
        (await ListAsync(db, name)) is [var first, ..] ? first.Handle : null;

    /// <returns>0 when there is such a credential already.</returns>
    public static Task<int> InsertAsync(DbSession write, PasskeyRow row) =>
        write.ExecuteAsync(
            """
            insert into passkeys (id, name, handle, title, passkey, created_at) values (@Id, @Name, @Handle, @Title, @Passkey, @CreatedAt)
            on conflict (id) do nothing
            """,
            row
        );

    public static Task<int> UsedAsync(DbSession write, string id, string passkey, long now) =>
        write.ExecuteAsync(
            "update passkeys set passkey = @passkey, used_at = @now where id = @id",
            new
            {
                id,
                passkey,
                now,
            }
        );

    public static Task<int> RemoveAsync(DbSession write, string name, string id) =>
        write.ExecuteAsync("delete from passkeys where name = @name and id = @id", new { name, id });

    public static Task<int> RemoveAllAsync(DbSession write, string name) =>
        write.ExecuteAsync("delete from passkeys where name = @name", new { name });
}
