using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Pairs;

internal static class PairQueries
{
    private sealed class Row
    {
        public string Id { get; init; } = "";
        public string Facts { get; init; } = "";
        public string? State { get; init; }
    }

    /// <summary>Every host of the fleet with its value of this label.</summary>
    public static async Task<IReadOnlyList<PairHost>> ListAsync(DbSession db, SeenHosts seen, string by)
    {
        var labels = (await LabelQueries.AllAsync(db)).ToLookup(row => row.HostId, StringComparer.Ordinal);
        var rows = await db.ListAsync<Row>(
            "select h.id, h.facts, s.state from hosts h left join host_states s on s.host_id = h.id where h.retired_at is null"
        );
        return
        [
            .. rows.Where(row => seen.Sees(row.Id))
                .Select(row =>
                    Host(row, labels[row.Id].ToDictionary(label => label.Key, label => label.Value, StringComparer.Ordinal), by)
                ),
        ];
    }

    /// <summary>The keys of all labels, the most used one first.</summary>
    public static async Task<IReadOnlyList<string>> KeysAsync(DbSession db, SeenHosts seen) =>
        [
            .. (await LabelQueries.AllAsync(db))
                .Where(row => row.Key is not ("lat" or "lon") && seen.Sees(row.HostId))
                .CountBy(row => row.Key)
                .OrderByDescending(key => key.Value)
                .ThenBy(key => key.Key, StringComparer.Ordinal)
                .Select(key => key.Key),
        ];

    private static PairHost Host(Row row, Dictionary<string, string> labels, string by) =>
        PairHost.Of(
            labels.GetValueOrDefault(by),
            JsonSerializer.Deserialize(row.Facts, WireJson.Default.HostFacts)!,
            row.State is { } state ? JsonSerializer.Deserialize(state, WireJson.Default.HostState) : null,
            Place.Of(labels)
        );
}
