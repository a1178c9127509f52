using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>What a host reported and what happened to it, newest first.</summary>
internal static class HostHistoryQueries
{
    public sealed class StateRow
    {
        public string State { get; init; } = "";
        public long ReportedAt { get; init; }
    }

    private sealed class HistoryRow
    {
        public long At { get; init; }
        public string Kind { get; init; } = "";
        public string Digest { get; init; } = "";
        public string Text { get; init; } = "";
        public Verdict? Verdict { get; init; }
        public bool Late { get; init; }
    }

    public static Task<StateRow?> StateAsync(DbSession db, string id) =>
        db.FindAsync<StateRow>("select state, reported_at from host_states where host_id = @id", new { id });

    /// <summary>
    /// The latest evidence, newest first. Sums of live traffic are frequent and cover many targets: they must not push out deliberate
    /// measurements.
    /// </summary>
    public static async Task<IReadOnlyList<Evidence>> EvidenceAsync(DbSession db, string id, int limit)
    {
        var rows = await db.ListAsync<string>(
            """
            select evidence from (
              select * from (select number, evidence from evidence where host_id = @id and method <> 'Passive'
                  order by number desc limit @limit) as measured
              union all
              select * from (select number, evidence from evidence where host_id = @id and method = 'Passive'
                  order by number desc limit @limit) as live
            ) as latest
            order by number desc
            """,
            new { id, limit }
        );
        return Read(rows);
    }

    /// <summary>The evidence that the server received after one instant up to another, oldest first.</summary>
    public static async Task<IReadOnlyList<Evidence>> EvidenceBetweenAsync(DbSession db, string id, long after, long until) =>
        Read(
            await db.ListAsync<string>(
                "select evidence from evidence where host_id = @id and received_at > @after and received_at <= @until order by number",
                new
                {
                    id,
                    after,
                    until,
                }
            )
        );

    /// <summary>Events after one instant up to another, oldest first; without verdicts.</summary>
    public static async Task<IReadOnlyList<HostHistoryEntry>> EventsBetweenAsync(DbSession db, string id, long after, long until) =>
        Entries(
            await db.ListAsync<HistoryRow>(
                "select at, kind, digest, text from host_history where host_id = @id and at > @after and at <= @until order by at, id",
                new
                {
                    id,
                    after,
                    until,
                }
            )
        );

    /// <summary>Events and verdict changes in one line.</summary>
    public static async Task<IReadOnlyList<HostHistoryEntry>> HistoryAsync(DbSession db, string id, int limit)
    {
        var rows = await db.ListAsync<HistoryRow>(
            """
            select at, kind, digest, text, verdict, late from (
              select id, at, kind, digest, text, null as verdict, false as late from host_history where host_id = @id
              union all
              select id, changed_at as at, 'Verdict' as kind, digest, reason as text, verdict, late from verdict_changes
              where host_id = @id and superseded_at is null
            ) entries order by at desc, id desc limit @limit
            """,
            new { id, limit }
        );
        return Entries(rows);
    }

    private static IReadOnlyList<Evidence> Read(IReadOnlyList<string> rows) =>
        [.. rows.Select(json => JsonSerializer.Deserialize(json, WireJson.Default.Evidence)!)];

    private static IReadOnlyList<HostHistoryEntry> Entries(IReadOnlyList<HistoryRow> rows) =>
        [
            .. rows.Select(row => new HostHistoryEntry(Clock.At(row.At), row.Kind, row.Digest, row.Text)
            {
                Verdict = row.Verdict,
                Late = row.Late,
            }),
        ];
}
