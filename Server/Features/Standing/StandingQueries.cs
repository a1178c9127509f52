using IwTune.Server.Storage;

namespace IwTune.Server.Features.Standing;

internal static class StandingQueries
{
    private const string Columns = "select host_id, kinds, marks, health, health_reason from host_standings";

    /// <summary>The rows of these hosts; hosts without marks have none.</summary>
    public static async Task<IReadOnlyDictionary<string, HostStanding>> ListAsync(DbSession db, IReadOnlyList<string> hostIds) =>
        (await db.ListAsync<HostStanding>(Columns + " where host_id in @hostIds", new { hostIds })).ToDictionary(
            row => row.HostId,
            StringComparer.Ordinal
        );
}
