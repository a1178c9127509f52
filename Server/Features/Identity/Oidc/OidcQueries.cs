using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.Oidc;

internal static class OidcQueries
{
    public static Task<OidcAccountRow?> FindAsync(DbSession db, string issuer, string subject) =>
        db.FindAsync<OidcAccountRow>("select * from oidc_accounts where issuer = @issuer and subject = @subject", new { issuer, subject });

    public static Task<OidcAccountRow?> ByNameAsync(DbSession db, string name) =>
        db.FindAsync<OidcAccountRow>("select * from oidc_accounts where name = @name", new { name });

    public static Task<IReadOnlyList<OidcAccountRow>> ListAsync(DbSession db, string issuer) =>
        db.ListAsync<OidcAccountRow>("select * from oidc_accounts where issuer = @issuer order by name", new { issuer });

    public static Task<int> InsertAsync(DbSession write, OidcAccountRow row) =>
        write.ExecuteAsync(
            """
            insert into oidc_accounts (name, issuer, subject, display, groups, security_stamp, created_at, signed_in_at)
            values (@Name, @Issuer, @Subject, @Display, @Groups, @SecurityStamp, @CreatedAt, @SignedInAt)
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
}
