using IwTune.Server.Storage;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>The verdict in force of every host that has one.</summary>
internal static class VerdictsInForce
{
    public static async Task<IReadOnlyDictionary<string, Verdict>> ByHostAsync(DbSession db) =>
        (await db.MapAsync<string>("select host_id, verdict from verdicts")).ToDictionary(
            one => one.Key,
            one => Enum.Parse<Verdict>(one.Value),
            StringComparer.Ordinal
        );

    /// <summary>One that has none was enrolled and not seen since.</summary>
    public static Verdict Of(this IReadOnlyDictionary<string, Verdict> verdicts, string host) =>
        verdicts.GetValueOrDefault(host, Verdict.NeverSeen);
}
