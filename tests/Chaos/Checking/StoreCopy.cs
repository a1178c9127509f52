using System.Text.Json;
using IwTune.Lab;

namespace IwTune.Chaos.Checking;

/// <summary>What a store has, read by sqlite3 or psql, which are not part of the product.</summary>
/// <param name="Revisions">Every revision of the policy.</param>
/// <param name="Events">Every event that a host reported.</param>
/// <param name="Evidence">Every measurement that a host reported.</param>
/// <param name="RolloutEvents">Every event of every rollout.</param>
internal sealed record StoreCopy(
    IReadOnlyList<StoreCopy.Revision> Revisions,
    IReadOnlyList<StoreCopy.Report> Events,
    IReadOnlyList<StoreCopy.Report> Evidence,
    IReadOnlyList<StoreCopy.RolloutEvent> RolloutEvents
)
{
    private static readonly JsonSerializerOptions Names = new(JsonSerializerDefaults.Web);

    /// <summary>Reads the SQLite file of a stopped server.</summary>
    public static StoreCopy Read(string file) => With(query => Commands.Run("sqlite3", "-json", file, query), "");

    /// <summary>Reads a database that runs.</summary>
    /// <param name="psql">Runs a statement with psql, and returns its rows.</param>
    /// <param name="policy">The policy whose revisions count.</param>
    public static StoreCopy Read(Func<string, string> psql, string policy) =>
        With(query => psql($"select coalesce(json_agg(row), '[]') from ({query}) as row"), $"where policy = '{policy}' ");

    private static StoreCopy With(Func<string, string> json, string revisions) =>
        new(
            Rows<Revision>(json, $"select number, reason from revisions {revisions}order by number"),
            Rows<Report>(
                json,
                "select h.name as host, r.at, r.kind || ' ' || r.text as what from host_history r join hosts h on h.id = r.host_id "
                    + "where r.report_number is not null"
            ),
            Rows<Report>(
                json,
                "select h.name as host, r.measured_at as at, r.method || ' ' || r.target_id as what from evidence r "
                    + "join hosts h on h.id = r.host_id"
            ),
            Rows<RolloutEvent>(json, "select rollout_id as rollout, kind, text from rollout_events")
        );

    private static List<T> Rows<T>(Func<string, string> json, string query)
    {
        var output = json(query);
        return output.Length == 0 ? [] : JsonSerializer.Deserialize<List<T>>(output, Names)!;
    }

    /// <summary>A revision.</summary>
    internal sealed record Revision(int Number, string Reason);

    /// <summary>A reported line: whose, when (milliseconds), and what it says.</summary>
    internal sealed record Report(string Host, long At, string What);

    /// <summary>Something that happened in a rollout.</summary>
    internal sealed record RolloutEvent(string Rollout, string Kind, string Text);
}
