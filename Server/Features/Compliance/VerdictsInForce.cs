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

    /// <summary>
    /// A condition for rows of verdicts or of their history: <see cref="ComplianceEvaluator.RequiresNothing"/>. Its first terms are those
    /// of the indexes; by them alone, hosts held at a revision would count too in the history of a server that named no policy for them.
    /// </summary>
    public const string RequiresNothing =
        $"verdict = '{nameof(Verdict.Compliant)}' and policy = '' and reason like '{ComplianceEvaluator.NoPolicy}%'";

    public static Task<ValuesById<Verdict>> ByHostAsync(DbSession db) =>
        db.MapAsync($"select host_id, case verdict{Numbers} end from verdicts", row => (Verdict)row.GetInt32(1));

    /// <summary>The same, and whether it is compliant only because no policy is assigned.</summary>
    public static Task<ValuesById<(Verdict Verdict, bool WithoutPolicy)>> WithPoliciesAsync(DbSession db) =>
        db.MapAsync(
            $"select host_id, case verdict{Numbers} end, case when {RequiresNothing} then 1 else 0 end from verdicts",
            row => ((Verdict)row.GetInt32(1), row.GetInt32(2) == 1)
        );

    private sealed class Count
    {
        /// <summary><see langword="null"/> for those of the compliant ones that have no policy.</summary>
        public Verdict? Verdict { get; init; }

        public long Hosts { get; init; }
    }

    /// <summary>
    /// Members of the whole fleet by verdict, and how many are compliant only because no policy is assigned. The store counts them from
    /// indexes: pages that are renewed every few seconds ask this. A host that was never judged is in none.
    /// </summary>
    public static async Task<(Dictionary<Verdict, int> Verdicts, int WithoutPolicy)> CountsAsync(DbSession db)
    {
        const string members = "host_id not in (select id from hosts where retired_at is not null)";
        var counts = await db.ListAsync<Count>(
            $"""
            select verdict, cast(count(*) as bigint) as hosts from verdicts where {members} group by verdict
            union all
            select null, cast(count(*) as bigint) from verdicts where {RequiresNothing} and {members}
            """
        );
        return (
            counts.Where(one => one.Verdict is not null).ToDictionary(one => one.Verdict!.Value, one => (int)one.Hosts),
            (int)counts.Single(one => one.Verdict is null).Hosts
        );
    }

    /// <summary>The results of the controls of each.</summary>
    public static Task<ValuesById<string>> ControlsByHostAsync(DbSession db) =>
        db.MapAsync("select host_id, controls from verdicts", row => row.GetString(1));

    /// <summary>One that has none was enrolled and not seen since.</summary>
    public static Verdict OfHost(this ValuesById<Verdict> verdicts, string host) => verdicts.Of(host, Verdict.NeverSeen);
}
