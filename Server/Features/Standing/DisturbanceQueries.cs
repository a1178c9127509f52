using IwTune.Server.Storage;

namespace IwTune.Server.Features.Standing;

/// <summary>A stored count, or one summed over targets.</summary>
internal sealed class DisturbanceRow
{
    public string HostId { get; init; } = "";
    public long Day { get; init; }
    public string Kind { get; init; } = "";
    public string Writer { get; init; } = "";
    public string TargetId { get; init; } = "";
    public long Count { get; init; }
    public long LastAt { get; init; }
}

internal static class DisturbanceQueries
{
    /// <summary>Every host from one day on, its targets summed.</summary>
    public static Task<IReadOnlyList<DisturbanceRow>> ByHostAsync(DbSession db, long from) =>
        db.ListAsync<DisturbanceRow>(
            """
            select host_id, day, kind, writer, cast(sum(count) as bigint) as count, max(last_at) as last_at from disturbances
            where day >= @from group by host_id, day, kind, writer
            """,
            new { from }
        );

    public static Task<IReadOnlyList<DisturbanceRow>> OfHostAsync(DbSession db, string hostId, long from) =>
        db.ListAsync<DisturbanceRow>(
            "select host_id, day, kind, writer, target_id, count, last_at from disturbances where host_id = @hostId and day >= @from",
            new { hostId, from }
        );
}
