using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Standing;

internal static class StandingQueries
{
    private const string Columns = "select host_id, kinds, marks, health, health_reason from host_standings";

    /// <summary>Keeps what stands out of a host; writes nothing while it is the same.</summary>
    public static async Task KeepAsync(DbSession write, FleetHost host, ComplianceCase given)
    {
        var before = await write.FindAsync<HostStanding>(Columns + " where host_id = @Id", new { host.Id });
        var health = ComplianceEvaluator.Health(given);
        var marks = StandingMarks.Of(given, health);
        if (marks.Count == 0)
        {
            if (before is not null)
                await write.ExecuteAsync("delete from host_standings where host_id = @Id", new { host.Id });
            write.AfterCommit(() => host.StandsOut = 0);
            return;
        }
        var now = HostStanding.Of(host.Id, before is null ? marks : Since(marks, before.Read()), health);
        write.AfterCommit(() => host.StandsOut = now.Kinds);
        if (before is not null && before.Says(now))
            return;
        await write.ExecuteAsync(
            """
            insert into host_standings (host_id, kinds, marks, health, health_reason) values (@HostId, @Kinds, @Marks, @Health, @HealthReason)
            on conflict (host_id) do update set kinds = excluded.kinds, marks = excluded.marks, health = excluded.health, health_reason = excluded.health_reason
            """, now);
    }

    /// <summary>The rows of these hosts; hosts of which nothing stands out have none.</summary>
    public static async Task<IReadOnlyDictionary<string, HostStanding>> ListAsync(DbSession db, IReadOnlyList<string> hostIds) =>
        (await db.ListAsync<HostStanding>(Columns + " where host_id in @hostIds", new { hostIds })).ToDictionary(row => row.HostId, StringComparer.Ordinal);

    /// <summary>What is the same as before is so since before.</summary>
    private static List<StandingMark> Since(IReadOnlyList<StandingMark> marks, IReadOnlyList<StandingMark> before) =>
        [.. marks.Select(mark => mark.Kind == StandingKind.Holds ? mark
            : mark with { Since = before.FirstOrDefault(known => known.Kind == mark.Kind && known.State == mark.State)?.Since ?? mark.Since })];
}
