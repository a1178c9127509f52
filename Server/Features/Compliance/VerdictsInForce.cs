using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance;

/// <summary>The verdict in force of every host that has one.</summary>
internal static class VerdictsInForce
{
    private sealed class Row
    {
        public string HostId { get; init; } = "";
        public string Verdict { get; init; } = "";
    }

    public static async Task<IReadOnlyDictionary<string, string>> ByHostAsync(DbSession db) =>
        (await db.ListAsync<Row>("select host_id, verdict from verdicts")).ToDictionary(row => row.HostId, row => row.Verdict, StringComparer.Ordinal);
}
