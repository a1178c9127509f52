using IwTune.Server.Storage;

namespace IwTune.Server.Features.Servers;

/// <summary>A server as it described itself.</summary>
internal sealed class ServerRow
{
    public string Id { get; init; } = "";
    public string Name { get; init; } = "";
    public string Url { get; init; } = "";
    public string Version { get; init; } = "";
    public long StartedAt { get; init; }
    public long HeardAt { get; init; }
    public long? LagMs { get; init; }
    public string Behind { get; init; } = "";
}

/// <summary>Who leads.</summary>
internal sealed class LeaderRow
{
    public long Term { get; init; }
    public string Server { get; init; } = "";
}

internal static class ServerQueries
{
    /// <summary>A row of its own, with one writer: it does not wait in the order of writers.</summary>
    public static Task<int> BeatAsync(DbSession db, ServerRow row) =>
        db.ExecuteAsync(
            """
            insert into servers (id, name, url, version, started_at, heard_at, lag_ms, behind) values (@Id, @Name, @Url, @Version,
                @StartedAt, @HeardAt, @LagMs, @Behind)
            on conflict (id) do update set url = excluded.url, heard_at = excluded.heard_at, lag_ms = excluded.lag_ms,
                behind = excluded.behind
            """,
            row
        );

    public static Task<IReadOnlyList<ServerRow>> ListAsync(DbSession db, long since) =>
        db.ListAsync<ServerRow>(
            "select id, name, url, version, started_at, heard_at, lag_ms, behind from servers where heard_at >= @since order by "
                + "started_at, id",
            new { since }
        );

    public static Task<int> ForgetAsync(DbSession db, string id, long before) =>
        db.ExecuteAsync("delete from servers where id = @id or heard_at < @before", new { id, before });

    public static async Task<LeaderRow> LeaderAsync(DbSession db) =>
        (await db.FindAsync<LeaderRow>("select term, server from leader where id = 1"))!;
}
