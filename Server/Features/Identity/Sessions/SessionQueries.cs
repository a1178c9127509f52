using System.Security.Claims;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity.Sessions;

internal static class SessionQueries
{
    /// <summary>A session that is not over, with its account's present state.</summary>
    public static Task<SessionRow?> FindAsync(DbSession db, string id, long now) =>
        db.FindAsync<SessionRow>(
            """
            select s.*, u.grants, coalesce(u.locked_at, o.locked_at) as locked_at, o.groups,
              coalesce(u.security_stamp, o.security_stamp) as account_stamp
            from sessions s
            left join users u on s.kind = 'user' and u.name = s.name
            left join oidc_accounts o on s.kind = 'oidc' and o.name = s.name
            where s.id = @id and s.ends_at > @now
            """,
            new { id, now }
        );

    public static Task<IReadOnlyList<SessionRow>> ListAsync(DbSession db, string kind, string name, long now) =>
        db.ListAsync<SessionRow>(
            "select * from sessions where kind = @kind and name = @name and ends_at > @now order by id desc limit 200",
            new
            {
                kind,
                name,
                now,
            }
        );

    /// <summary>Sessions that are not over, of all accounts.</summary>
    public static Task<long> CountAsync(DbSession db, long now) =>
        db.ValueAsync<long>("select count(*) from sessions where ends_at > @now", new { now });

    /// <summary>The sessions of the caller's account that are open, as its pages show them.</summary>
    public static async Task<IReadOnlyList<SessionSummary>> OwnAsync(DbSession db, ClaimsPrincipal who, long now, TimeSpan idle)
    {
        var (kind, name) = who.Owner();
        return [.. (await ListAsync(db, kind, name, now)).Where(row => !row.IsIdle(now, idle)).Select(row => row.Summary(who.Id()))];
    }

    public static Task<int> InsertAsync(DbSession write, SessionRow row) =>
        write.ExecuteAsync(
            """
            insert into sessions (id, kind, name, method, stamp, address, browser, created_at, seen_at, ends_at, refresh_at, provider_id,
                sealed, proved_at)
            values (@Id, @Kind, @Name, @Method, @Stamp, @Address, @Browser, @CreatedAt, @SeenAt, @EndsAt, @RefreshAt, @ProviderId, @Sealed,
                @ProvedAt)
            """,
            row
        );

    /// <summary>Its person did something; another server may know something later.</summary>
    public static Task<int> SeenAsync(DbSession write, string id, long now) =>
        write.ExecuteAsync("update sessions set seen_at = @now where id = @id and seen_at < @now", new { id, now });

    /// <summary>Later than every proof before, also where another server's clock is behind: the cookie depends on it.</summary>
    public static Task<int> ProveAsync(DbSession write, string id, long now) =>
        write.ExecuteAsync(
            "update sessions set proved_at = case when proved_at < @now then @now else proved_at + 1 end where id = @id",
            new { id, now }
        );

    /// <returns>1 for the one of several concurrent requests, on whichever server, that must ask the provider.</returns>
    public static Task<int> ClaimRefreshAsync(DbSession write, string id, long due, long next) =>
        write.ExecuteAsync(
            "update sessions set refresh_at = @next where id = @id and refresh_at = @due",
            new
            {
                id,
                due,
                next,
            }
        );

    public static Task<int> SealAsync(DbSession write, string id, string sealedTokens) =>
        write.ExecuteAsync("update sessions set sealed = @sealedTokens where id = @id", new { id, sealedTokens });

    public static Task<int> RestampAsync(DbSession write, string id, string stamp) =>
        write.ExecuteAsync("update sessions set stamp = @stamp where id = @id", new { id, stamp });

    public static Task<int> EndAsync(DbSession write, string kind, string name, string id) =>
        write.ExecuteAsync(
            "delete from sessions where id = @id and kind = @kind and name = @name",
            new
            {
                id,
                kind,
                name,
            }
        );

    /// <param name="write">The transaction.</param>
    /// <param name="kind">As in <see cref="SessionRow.Kind"/>.</param>
    /// <param name="name">The account.</param>
    /// <param name="but">The session that stays; empty for none.</param>
    public static Task<int> EndAllAsync(DbSession write, string kind, string name, string but = "") =>
        write.ExecuteAsync(
            "delete from sessions where kind = @kind and name = @name and id <> @but",
            new
            {
                kind,
                name,
                but,
            }
        );

    public static Task<int> ForgetOverAsync(DbSession write, long now) =>
        write.ExecuteAsync("delete from sessions where ends_at <= @now", new { now });
}
