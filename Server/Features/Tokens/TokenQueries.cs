using IwTune.Server.Storage;

namespace IwTune.Server.Features.Tokens;

internal static class TokenQueries
{
    public static Task<IReadOnlyList<TokenRow>> ListAsync(DbSession db) =>
        db.ListAsync<TokenRow>("select * from tokens order by id desc");

    public static Task<TokenRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<TokenRow>("select * from tokens where id = @id", new { id });

    public static Task<TokenRow?> FindByHashAsync(DbSession db, string hash) =>
        db.FindAsync<TokenRow>("select * from tokens where hash = @hash", new { hash });

    public static Task<int> InsertAsync(DbSession write, TokenRow row) => write.ExecuteAsync(
        """
        insert into tokens (id, kind, name, prefix, hash, scope, uses_left, used, labels, author, person, created_at, expires_at)
        values (@Id, @Kind, @Name, @Prefix, @Hash, @Scope, @UsesLeft, 0, @Labels, @Author, @Person, @CreatedAt, @ExpiresAt)
        """, row);

    /// <summary>Takes one use of an enrolment token, in one statement: two hosts cannot both take the last.</summary>
    /// <returns>False when it is not valid any more.</returns>
    public static async Task<bool> TakeAsync(DbSession write, string id, long now) => await write.ExecuteAsync(
        """
        update tokens set used = used + 1, uses_left = uses_left - 1
        where id = @id and revoked_at is null and expires_at > @now and (uses_left is null or uses_left > 0)
        """, new { id, now }) == 1;

    public static async Task<bool> RevokeAsync(DbSession write, string id, long now) =>
        await write.ExecuteAsync("update tokens set revoked_at = @now where id = @id and revoked_at is null", new { id, now }) == 1;
}
