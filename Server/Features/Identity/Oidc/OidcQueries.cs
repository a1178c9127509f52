using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.Oidc;

internal static class OidcQueries
{
    private const string Rows =
        "select o.*, s.changed_at as provisioned_at from oidc_accounts o left join scim_users s on s.id = o.scim_id";

    /// <summary>The account of a person who has signed in: before that its subject is a place-holder.</summary>
    public static Task<OidcAccountRow?> FindAsync(DbSession db, string issuer, string subject) =>
        db.FindAsync<OidcAccountRow>(
            $"{Rows} where o.issuer = @issuer and o.subject = @subject and o.signed_in_at > 0",
            new { issuer, subject }
        );

    public static Task<OidcAccountRow?> ByNameAsync(DbSession db, string name) =>
        db.FindAsync<OidcAccountRow>($"{Rows} where o.name = @name", new { name });

    public static Task<IReadOnlyList<OidcAccountRow>> ListAsync(DbSession db, string issuer) =>
        db.ListAsync<OidcAccountRow>($"{Rows} where o.issuer = @issuer order by o.name", new { issuer });

    /// <summary>The accounts of these SCIM users.</summary>
    public static Task<IReadOnlyList<OidcAccountRow>> ProvisionedAsync(DbSession db, IReadOnlyList<string> scimIds) =>
        db.ListAsync<OidcAccountRow>($"{Rows} where o.scim_id in @scimIds order by o.name", new { scimIds });

    public static Task<int> InsertAsync(DbSession write, OidcAccountRow row) =>
        write.ExecuteAsync(
            """
            insert into oidc_accounts (name, issuer, subject, display, groups, security_stamp, created_at, signed_in_at, scim_id, locked_at)
            values (@Name, @Issuer, @Subject, @Display, @Groups, @SecurityStamp, @CreatedAt, @SignedInAt, @ScimId, @LockedAt)
            """,
            row
        );

    public static Task<int> RenewAsync(DbSession write, string name, string display, string groups, long now) =>
        write.ExecuteAsync(
            "update oidc_accounts set display = @display, groups = @groups, signed_in_at = @now where name = @name",
            new
            {
                name,
                display,
                groups,
                now,
            }
        );

    public static Task<int> GroupsAsync(DbSession write, string name, string groups) =>
        write.ExecuteAsync("update oidc_accounts set groups = @groups where name = @name", new { name, groups });

    /// <summary>From now on a SCIM user keeps the account.</summary>
    public static Task<int> ProvisionAsync(DbSession write, string name, string scimId, string groups, long? lockedAt) =>
        write.ExecuteAsync(
            "update oidc_accounts set scim_id = @scimId, groups = @groups, locked_at = @lockedAt where name = @name",
            new
            {
                name,
                scimId,
                groups,
                lockedAt,
            }
        );

    /// <summary>Gives the account of a provisioned person the subject that the person signs in with.</summary>
    public static Task<int> BindAsync(DbSession write, string name, string subject) =>
        write.ExecuteAsync("update oidc_accounts set subject = @subject where name = @name", new { name, subject });

    /// <summary>What the provider calls the person, and whether it is locked.</summary>
    public static Task<int> ChangeAsync(DbSession write, string name, string display, long? lockedAt) =>
        write.ExecuteAsync(
            "update oidc_accounts set display = @display, locked_at = @lockedAt where name = @name",
            new
            {
                name,
                display,
                lockedAt,
            }
        );

    public static Task<int> RemoveAsync(DbSession write, string name) =>
        write.ExecuteAsync("delete from oidc_accounts where name = @name", new { name });
}
