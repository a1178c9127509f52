using System.Globalization;
using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>A host's report of itself, as far as a plan needs it.</summary>
internal sealed record ReportedWindow(string Window, HoldState? Hold);

internal static class PlanHostQueries
{
    private sealed class WindowRow
    {
        public string HostId { get; init; } = "";
        public long? ConfiguredCwnd { get; init; }
        public string? Held { get; init; }
    }

    /// <summary>By host. Only states with a hold are read whole.</summary>
    public static async Task<Dictionary<string, ReportedWindow>> ToldAsync(DbSession db)
    {
        var rows = await db.ListAsync<WindowRow>(
            """
            select host_id, configured_cwnd, case when state like '%"hold":{%' then state else null end as held from host_states
            """
        );
        return rows.ToDictionary(
            row => row.HostId,
            row => new ReportedWindow(row.ConfiguredCwnd?.ToString(CultureInfo.InvariantCulture) ?? "", Hold(row.Held)),
            StringComparer.Ordinal
        );
    }

    private static HoldState? Hold(string? state) =>
        state is null ? null : JsonSerializer.Deserialize(state, WireJson.Default.HostState)!.Hold;
}
