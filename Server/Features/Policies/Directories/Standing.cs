using IwTune.Server.Features.Assignments;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Policies.Directories;

/// <summary>What there is on the server that a plan starts from.</summary>
/// <param name="Latest">The latest revision of every policy, by name.</param>
/// <param name="Last">The highest number ever given, by policy, removed ones too.</param>
/// <param name="Released">The current revision, by policy; the latest may be another one, which is staged or in a rollout.</param>
/// <param name="Assignments">In force.</param>
internal sealed record Standing(
    IReadOnlyDictionary<string, RevisionRow> Latest,
    IReadOnlyDictionary<string, long> Last,
    IReadOnlyDictionary<string, RevisionRow> Released,
    IReadOnlyList<AssignmentRow> Assignments
)
{
    private sealed class NumberRow
    {
        public string Policy { get; init; } = "";
        public long? Number { get; init; }
    }

    public static async Task<Standing> ReadAsync(DbSession db)
    {
        var latest = await PolicyQueries.LatestAsync(db);
        var last = await db.ListAsync<NumberRow>("select policy, max(number) as number from revisions group by policy");
        var released = await db.ListAsync<RevisionRow>(
            "select r.* from revisions r join policies p on p.name = r.policy and p.released = r.number"
        );
        return new(
            latest.ToDictionary(row => row.Policy, StringComparer.Ordinal),
            last.ToDictionary(row => row.Policy, row => row.Number ?? 0, StringComparer.Ordinal),
            released.ToDictionary(row => row.Policy, StringComparer.Ordinal),
            await AssignmentQueries.ListAsync(db)
        );
    }
}
