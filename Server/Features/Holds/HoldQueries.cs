using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Holds;

internal static class HoldQueries
{
    private const string InForce = "select id, act, host_id, author, reason, since, expires_at, digest from holds where ended_at is null";

    private sealed class ContentRow
    {
        public string Digest { get; init; } = "";
        public string Content { get; init; } = "";
    }

    /// <summary>Every hold in force, by host.</summary>
    public static async Task<IReadOnlyDictionary<string, HoldPin>> PinsAsync(DbSession db)
    {
        var rows = await db.ListAsync<HoldRow>(InForce);
        if (rows.Count == 0)
            return new Dictionary<string, HoldPin>(StringComparer.Ordinal);
        // One content for all hosts that share it.
        var contents = (
            await db.ListAsync<ContentRow>(
                "select digest, content from hold_contents where digest in (select digest from holds where ended_at is null)"
            )
        ).ToDictionary(
            row => row.Digest,
            row => new PublishedContent(JsonSerializer.Deserialize(row.Content, WireJson.Default.BundleContent)!, row.Digest),
            StringComparer.Ordinal
        );
        return rows.ToDictionary(row => row.HostId, row => row.Pin(contents), StringComparer.Ordinal);
    }

    /// <summary>Holds in force whose time is over.</summary>
    public static Task<IReadOnlyList<HoldRow>> OverAsync(DbSession db, long now) =>
        db.ListAsync<HoldRow>(InForce + " and expires_at <= @now order by host_id", new { now });

    public static async Task<bool> IsHeldAsync(DbSession db, string hostId) =>
        await db.ValueAsync<long>("select count(*) from holds where host_id = @hostId and ended_at is null", new { hostId }) > 0;
}
