using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim.Users;

internal static class ScimUserQueries
{
    private const string Rows =
        "select s.*, o.name as account, o.locked_at, o.signed_in_at from scim_users s join oidc_accounts o on o.scim_id = s.id";

    public static Task<ScimUserRow?> FindAsync(DbSession db, string issuer, string id) =>
        db.FindAsync<ScimUserRow>($"{Rows} where s.issuer = @issuer and s.id = @id", new { issuer, id });

    public static Task<ScimUserRow?> ByNameAsync(DbSession db, string issuer, string key) =>
        db.FindAsync<ScimUserRow>($"{Rows} where s.issuer = @issuer and s.user_key = @key", new { issuer, key });

    public static Task<ScimUserRow?> ByExternalAsync(DbSession db, string issuer, string externalId) =>
        db.FindAsync<ScimUserRow>($"{Rows} where s.issuer = @issuer and s.external_id = @externalId", new { issuer, externalId });

    /// <summary>All, or those with these values, in the order they were made.</summary>
    public static Task<IReadOnlyList<ScimUserRow>> ListAsync(
        DbSession db,
        string issuer,
        string? id = null,
        string? key = null,
        string? external = null,
        string? display = null
    ) =>
        db.ListAsync<ScimUserRow>(
            $"""
            {Rows} where s.issuer = @issuer
              and (cast(@id as text) is null or s.id = cast(@id as text))
              and (cast(@key as text) is null or s.user_key = cast(@key as text))
              and (cast(@external as text) is null or s.external_id = cast(@external as text))
              and (cast(@display as text) is null or s.display_key = cast(@display as text))
            order by s.id
            """,
            new
            {
                issuer,
                id,
                key,
                external,
                display,
            }
        );

    /// <summary>Which of these ids there are.</summary>
    public static Task<IReadOnlyList<string>> KnownAsync(DbSession db, string issuer, IReadOnlyList<string> ids) =>
        db.ListAsync<string>("select id from scim_users where issuer = @issuer and id in @ids", new { issuer, ids });

    public static Task<int> InsertAsync(DbSession write, ScimUserRow row) =>
        write.ExecuteAsync(
            """
            insert into scim_users (id, issuer, user_name, user_key, external_id, display_key, profile, version, created_at, changed_at)
            values (@Id, @Issuer, @UserName, @UserKey, @ExternalId, @DisplayKey, @Profile, @Version, @CreatedAt, @ChangedAt)
            """,
            row
        );

    public static Task<int> UpdateAsync(DbSession write, ScimUserRow row) =>
        write.ExecuteAsync(
            """
            update scim_users set user_name = @UserName, user_key = @UserKey, external_id = @ExternalId, display_key = @DisplayKey,
              profile = @Profile, version = @Version, changed_at = @ChangedAt where id = @Id
            """,
            row
        );

    public static Task<int> TouchAsync(DbSession write, IReadOnlyList<string> ids, long now) =>
        write.ExecuteAsync("update scim_users set version = version + 1, changed_at = @now where id in @ids", new { ids, now });

    public static Task<int> RemoveAsync(DbSession write, string id) =>
        write.ExecuteAsync("delete from scim_users where id = @id", new { id });
}
