using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance;

/// <summary>The verdict in force of every host that has one.</summary>
internal static class VerdictsInForce
{
    public static Task<IReadOnlyDictionary<string, string>> ByHostAsync(DbSession db) => db.MapAsync<string>("select host_id, verdict from verdicts");
}
