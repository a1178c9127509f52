using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens;

internal static class TokenQueries
{
    /// <summary>How many tokens a page shows beside the usable ones.</summary>
    public const int Shown = 200;

    public static Task<IReadOnlyList<TokenRow>> ListAsync(DbSession db) => db.ListAsync<TokenRow>("select * from tokens order by id desc");

    /// <summary>What a page shows, newest first: every usable one, and the latest. Jobs make thousands of tokens that end.</summary>
    /// <param name="db">The store.</param>
    /// <param name="kind">API or enrolment tokens.</param>
    /// <param name="owner">The person whose tokens to list; <see langword="null"/> for those of all.</param>
    /// <param name="now">The time, in Unix milliseconds.</param>
    public static Task<IReadOnlyList<TokenRow>> ShownAsync(DbSession db, TokenKind kind, string? owner, long now) =>
        db.ListAsync<TokenRow>(
            """
            select * from tokens where kind = @kind and (cast(@owner as text) is null or owner = cast(@owner as text)) and (
              (revoked_at is null and expires_at > @now and (uses_left is null or uses_left > 0))
              or id in (select id from tokens where kind = @kind and (cast(@owner as text) is null or owner = cast(@owner as text))
                order by id desc limit @Shown))
            order by id desc
            """,
            new
            {
                kind = kind.ToString(),
                owner,
                now,
                Shown,
            }
        );

    /// <summary>A page, newest first.</summary>
    /// <param name="db">The store.</param>
    /// <param name="all">Those of all people.</param>
    /// <param name="enrolment">All enrolment tokens.</param>
    /// <param name="owner">The person whose tokens to list; <see langword="null"/> for none.</param>
    /// <param name="window">Which of them.</param>
    public static Task<IReadOnlyList<TokenRow>> PageAsync(DbSession db, bool all, bool enrolment, string? owner, PageWindow window) =>
        db.ListAsync<TokenRow>(
            """
            select * from tokens
            where (cast(@after as text) is null or id < @after) and (@all or (@enrolment
                and kind = 'Enrolment') or owner = cast(@owner as text))
            order by id desc limit @rows
            """,
            new
            {
                after = window.After,
                all,
                enrolment,
                owner,
                rows = window.Rows,
            }
        );

    /// <summary>Usable ones that expire by then.</summary>
    public static Task<IReadOnlyList<TokenRow>> ExpiringAsync(DbSession db, long now, long until) =>
        db.ListAsync<TokenRow>(
            "select * from tokens where revoked_at is null and expires_at > @now and expires_at <= @until",
            new { now, until }
        );

    public static async Task<bool> AnyAsync(DbSession db, TokenKind kind) =>
        await db.FindAsync<string>("select id from tokens where kind = @kind limit 1", new { kind = kind.ToString() }) is not null;

    public static Task<TokenRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<TokenRow>("select * from tokens where id = @id", new { id });

    public static Task<TokenRow?> FindByHashAsync(DbSession db, string hash) =>
        db.FindAsync<TokenRow>("select * from tokens where hash = @hash", new { hash });

    public static Task<int> InsertAsync(DbSession write, TokenRow row) =>
        write.ExecuteAsync(
            """
            insert into tokens (id, kind, name, prefix, hash, grants, owner, uses_left, used, labels, author, person, created_at,
                expires_at, approve, name_pattern, networks)
            values (@Id, @Kind, @Name, @Prefix, @Hash, @Grants, @Owner, @UsesLeft, 0, @Labels, @Author, @Person, @CreatedAt, @ExpiresAt,
                @Approve, @NamePattern, @Networks)
            """,
            row
        );

    /// <summary>Takes one use of an enrolment token, in one statement: two hosts cannot both take the last.</summary>
    /// <returns>False when it is not valid any more.</returns>
    public static async Task<bool> TakeAsync(DbSession write, string id, long now) =>
        await write.ExecuteAsync(
            """
            update tokens set used = used + 1, uses_left = uses_left - 1
            where id = @id and revoked_at is null and expires_at > @now and (uses_left is null or uses_left > 0)
            """,
            new { id, now }
        ) == 1;

    public static async Task<bool> RevokeAsync(DbSession write, string id, long now) =>
        await write.ExecuteAsync("update tokens set revoked_at = @now where id = @id and revoked_at is null", new { id, now }) == 1;

    public static Task<int> RevokeOwnedAsync(DbSession write, string owner, long now) =>
        write.ExecuteAsync("update tokens set revoked_at = @now where owner = @owner and revoked_at is null", new { owner, now });

    /// <summary>How many valid personal tokens each user has.</summary>
    public static async Task<IReadOnlyDictionary<string, int>> OwnedAsync(DbSession db, long now) =>
        (
            await db.ListAsync<string>(
                "select owner from tokens where owner is not null and revoked_at is null and expires_at > @now",
                new { now }
            )
        )
            .CountBy(owner => owner)
            .ToDictionary(StringComparer.Ordinal);

    /// <summary>Records the successor of a token, and until when both are valid.</summary>
    public static Task<int> SucceedAsync(DbSession write, string id, string successor, long expiresAt) =>
        write.ExecuteAsync(
            "update tokens set successor = @successor, expires_at = @expiresAt where id = @id",
            new
            {
                id,
                successor,
                expiresAt,
            }
        );

    public static Task<int> UsedAsync(DbSession write, string id, long at, string from) =>
        write.ExecuteAsync(
            "update tokens set used_at = @at, used_from = @from where id = @id and (used_at is null or used_at < @at)",
            new
            {
                id,
                at,
                from,
            }
        );
}
