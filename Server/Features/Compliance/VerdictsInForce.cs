using IwTune.Server.Storage;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>The verdict in force of every host that has one.</summary>
internal static class VerdictsInForce
{
    // As a number each: texts would be made for every host only to be parsed.
    private static readonly string Numbers = string.Concat(
        Enum.GetValues<Verdict>().Select(verdict => $" when '{verdict}' then {verdict:D}")
    );

    public static Task<ValuesById<Verdict>> ByHostAsync(DbSession db) =>
        db.MapAsync($"select host_id, case verdict{Numbers} end from verdicts", row => (Verdict)row.GetInt32(1));

    /// <summary>The same, and whether it was judged without a policy.</summary>
    public static Task<ValuesById<(Verdict Verdict, bool WithoutPolicy)>> WithPoliciesAsync(DbSession db) =>
        db.MapAsync(
            $"select host_id, case verdict{Numbers} end, case when policy = '' then 1 else 0 end from verdicts",
            row => ((Verdict)row.GetInt32(1), row.GetInt32(2) == 1)
        );

    /// <summary>The results of the controls of each.</summary>
    public static Task<ValuesById<string>> ControlsByHostAsync(DbSession db) =>
        db.MapAsync("select host_id, controls from verdicts", row => row.GetString(1));

    /// <summary>One that has none was enrolled and not seen since.</summary>
    public static Verdict OfHost(this ValuesById<Verdict> verdicts, string host) => verdicts.Of(host, Verdict.NeverSeen);
}
