using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim.Groups;

internal static class ScimGroupQueries
{
    private static readonly BulkStatement Members = BulkStatement.Insert("scim_members", "group_id text, user_id text");

    public static Task<ScimGroupRow?> FindAsync(DbSession db, string issuer, string id) =>
        db.FindAsync<ScimGroupRow>("select * from scim_groups where issuer = @issuer and id = @id", new { issuer, id });

    public static Task<ScimGroupRow?> ByNameAsync(DbSession db, string issuer, string key) =>
        db.FindAsync<ScimGroupRow>("select * from scim_groups where issuer = @issuer and display_key = @key", new { issuer, key });

    /// <summary>All, or those with these values, in the order they were made.</summary>
    public static Task<IReadOnlyList<ScimGroupRow>> ListAsync(
        DbSession db,
        string issuer,
        string? id = null,
        string? key = null,
        string? external = null
    ) =>
        db.ListAsync<ScimGroupRow>(
            """
            select * from scim_groups where issuer = @issuer
              and (cast(@id as text) is null or id = cast(@id as text))
              and (cast(@key as text) is null or display_key = cast(@key as text))
              and (cast(@external as text) is null or external_id = cast(@external as text))
            order by id
            """,
            new
            {
                issuer,
                id,
                key,
                external,
            }
        );

    public static async Task<ILookup<string, ScimMemberRow>> MembersAsync(DbSession db, IReadOnlyList<string> groups) =>
        (
            await db.ListAsync<ScimMemberRow>(
                """
                select m.group_id, m.user_id, u.user_name from scim_members m join scim_users u on u.id = m.user_id
                where m.group_id in @groups order by m.user_id
                """,
                new { groups }
            )
        ).ToLookup(row => row.GroupId, StringComparer.Ordinal);

    /// <summary>The groups of each of these people.</summary>
    public static async Task<ILookup<string, ScimGroupRow>> OfUsersAsync(DbSession db, IReadOnlyList<string> users)
    {
        var pairs = await db.ListAsync<ScimMemberRow>("select group_id, user_id from scim_members where user_id in @users", new { users });
        var ids = pairs.Select(pair => pair.GroupId).Distinct(StringComparer.Ordinal).ToList();
        var groups = (await db.ListAsync<ScimGroupRow>("select * from scim_groups where id in @ids", new { ids })).ToDictionary(
            row => row.Id,
            StringComparer.Ordinal
        );
        return pairs
            .OrderBy(pair => groups[pair.GroupId].DisplayKey, StringComparer.Ordinal)
            .ToLookup(pair => pair.UserId, pair => groups[pair.GroupId], StringComparer.Ordinal);
    }

    public static Task<int> InsertAsync(DbSession write, ScimGroupRow row) =>
        write.ExecuteAsync(
            """
            insert into scim_groups (id, issuer, display_name, display_key, external_id, version, created_at, changed_at)
            values (@Id, @Issuer, @DisplayName, @DisplayKey, @ExternalId, @Version, @CreatedAt, @ChangedAt)
            """,
            row
        );

    public static Task<int> UpdateAsync(DbSession write, ScimGroupRow row) =>
        write.ExecuteAsync(
            """
            update scim_groups set display_name = @DisplayName, display_key = @DisplayKey, external_id = @ExternalId, version = @Version,
              changed_at = @ChangedAt where id = @Id
            """,
            row
        );

    public static Task<int> TouchAsync(DbSession write, IReadOnlyList<string> ids, long now) =>
        write.ExecuteAsync("update scim_groups set version = version + 1, changed_at = @now where id in @ids", new { ids, now });

    public static Task AddAsync(DbSession write, string group, IEnumerable<string> users) =>
        write.ManyAsync(Members, [.. users.Select(user => new object?[] { group, user })]);

    public static Task<int> DropAsync(DbSession write, string group, IReadOnlyList<string> users) =>
        write.ExecuteAsync("delete from scim_members where group_id = @group and user_id in @users", new { group, users });

    public static Task<int> DropUserAsync(DbSession write, string user) =>
        write.ExecuteAsync("delete from scim_members where user_id = @user", new { user });

    public static Task<int> RemoveAsync(DbSession write, string id) =>
        write.ExecuteAsync("delete from scim_groups where id = @id", new { id });
}
