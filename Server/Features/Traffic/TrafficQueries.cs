using IwTune.Server.Storage;

namespace IwTune.Server.Features.Traffic;

/// <summary>What production connections looked like, by host and target.</summary>
internal static class TrafficQueries
{
    private const string Columns = "select host_id, target_id, since, until, sampled, profile";

    /// <summary>One day of a host.</summary>
    public static Task<IReadOnlyList<TrafficRow>> DayAsync(DbSession db, string hostId, long day) =>
        db.ListAsync<TrafficRow>(Columns + " from traffic_days where host_id = @hostId and day = @day", new { hostId, day });

    /// <summary>The days of these hosts from one day on, in any order.</summary>
    public static Task<IReadOnlyList<TrafficRow>> DaysAsync(DbSession db, IReadOnlyList<string> hostIds, long from) =>
        db.ListAsync<TrafficRow>(Columns + ", day from traffic_days where host_id in @hostIds and day >= @from", new { hostIds, from });

    /// <summary>The latest reported time of each target of a host.</summary>
    public static Task<IReadOnlyList<TrafficRow>> LatestAsync(DbSession db, string hostId) =>
        db.ListAsync<TrafficRow>(Columns + " from traffic_latest where host_id = @hostId", new { hostId });
}
