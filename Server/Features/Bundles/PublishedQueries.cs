using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>
/// What every policy requires of hosts: its current revision, and the target of its rollout for the hosts admitted to it.
/// </summary>
internal static class PublishedQueries
{
    private sealed class ReleasedRow
    {
        public string Policy { get; init; } = "";
        public string? Content { get; init; }
    }

    private sealed class RolloutRow
    {
        public string Id { get; init; } = "";
        public string Policy { get; init; } = "";
        public string Content { get; init; } = "";
    }

    private sealed class AdmittedRow
    {
        public string RolloutId { get; init; } = "";
        public string HostId { get; init; } = "";
    }

    public static async Task<IReadOnlyDictionary<string, PublishedPolicy>> AllAsync(DbSession db)
    {
        var released = await db.ListAsync<ReleasedRow>(
            "select p.name as policy, r.content from policies p left join revisions r on r.policy = p.name and r.number = p.released "
                + "where p.removed_at is null"
        );
        var rollouts = await RolloutsAsync(db);
        return released.ToDictionary(
            row => row.Policy,
            row => new PublishedPolicy(row.Content is null ? null : Content(row.Content), rollouts.GetValueOrDefault(row.Policy)),
            StringComparer.Ordinal
        );
    }

    private static async Task<Dictionary<string, RolloutInForce>> RolloutsAsync(DbSession db)
    {
        var rows = await db.ListAsync<RolloutRow>(
            "select o.id, o.policy, r.content from rollouts o join revisions r on r.policy = o.policy and r.number = o.to_revision "
                + "where o.in_force"
        );
        if (rows.Count == 0)
            return [];
        var admitted = (
            await db.ListAsync<AdmittedRow>(
                "select h.rollout_id, h.host_id from rollout_hosts h join rollouts o on o.id = h.rollout_id where o.in_force and "
                    + "h.admitted_at is not null"
            )
        ).ToLookup(row => row.RolloutId, row => row.HostId, StringComparer.Ordinal);
        return rows.ToDictionary(
            row => row.Policy,
            row => new RolloutInForce(row.Id, Content(row.Content), admitted[row.Id].ToHashSet(StringComparer.Ordinal)),
            StringComparer.Ordinal
        );
    }

    private static PublishedContent Content(string json)
    {
        var content = JsonSerializer.Deserialize(json, WireJson.Default.BundleContent)!;
        return new(content, BundleDigest.Of(content));
    }
}
