using IwTune.Server.Storage;

namespace IwTune.Server.Features.Keys;

/// <summary>The keys of the fleet, and which hosts know them.</summary>
internal static class KeyQueries
{
    // A host that enrolled after the key was made got it at its enrolment, whatever its agent reports.
    private const string Known = "coalesce(p.trust, case when h.enrolled_at >= @made then @since else -1 end)";

    internal sealed class StragglerRow
    {
        public string Id { get; init; } = "";
        public string Name { get; init; } = "";
        public long? SeenAt { get; init; }
        public long? Trust { get; init; }
    }

    public static Task<IReadOnlyList<KeyRow>> ListAsync(DbSession db) =>
        db.ListAsync<KeyRow>(
            "select id, kind, file, content, since, made_at, made_by, revoked_at, retired_at, reason from fleet_keys order by since "
                + "desc, made_at desc, id"
        );

    public static Task<long> NumberAsync(DbSession db) => db.ValueAsync<long>("select number from trust where id = 1");

    public static async Task<string> FleetAsync(DbSession db) => (await db.FindAsync<string>("select fleet from trust where id = 1"))!;

    /// <summary>Members that have not received the announcement with this number, made at this time.</summary>
    public static Task<long> CountBehindAsync(DbSession db, long since, long made) =>
        db.ValueAsync<long>(
            $"select count(*) from hosts h left join presence p on p.host_id = h.id where h.retired_at is null and {Known} < @since",
            new { since, made }
        );

    /// <inheritdoc cref="CountBehindAsync"/>
    public static Task<IReadOnlyList<StragglerRow>> ListBehindAsync(DbSession db, long since, long made, int limit) =>
        db.ListAsync<StragglerRow>(
            "select h.id, h.name, p.seen_at, p.trust from hosts h left join presence p on p.host_id = h.id where h.retired_at is null "
                + $"and {Known} < @since order by h.name, h.id limit @limit",
            new
            {
                since,
                made,
                limit,
            }
        );

    public static Task<long> MembersAsync(DbSession db) => db.ValueAsync<long>("select count(*) from hosts where retired_at is null");
}
