using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.Oidc;

internal static class LogoutQueries
{
    /// <returns>0 when it is known.</returns>
    public static Task<int> RememberAsync(DbSession write, string hash, long now) =>
        write.ExecuteAsync(
            "insert into logout_tokens (hash, heard_at) values (@hash, @now) on conflict (hash) do nothing",
            new { hash, now }
        );

    public static Task<int> ForgetAsync(DbSession write, long before) =>
        write.ExecuteAsync("delete from logout_tokens where heard_at < @before", new { before });

    /// <summary>The sessions of the token; where the provider named none when they began, all of the person.</summary>
    /// <param name="db">The transaction.</param>
    /// <param name="name">The account; empty when only the session is named.</param>
    /// <param name="session">The provider's; empty when only the person is named.</param>
    public static Task<IReadOnlyList<SessionRow>> MeantAsync(DbSession db, string name, string session) =>
        db.ListAsync<SessionRow>(
            """
            select * from sessions where kind = 'oidc' and (@name = '' or name = @name)
            and (@session = '' or provider_id = @session or (@name <> '' and provider_id = ''))
            order by id
            """,
            new { name, session }
        );
}
