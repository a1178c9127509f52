using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit.Sinks;

/// <summary>How far a copy has come.</summary>
internal sealed class SinkRow
{
    public string Name { get; init; } = "";
    public long Entries { get; init; }
    public long Checkpoint { get; init; }
    public long? DeliveredAt { get; init; }
    public string Problem { get; init; } = "";
}

internal static class SinkQueries
{
    public static Task<IReadOnlyList<SinkRow>> ListAsync(DbSession db) =>
        db.ListAsync<SinkRow>("select name, entries, checkpoint, delivered_at, problem from audit_sinks order by name");

    public static async Task<SinkRow> FindAsync(DbSession db, string name) =>
        await db.FindAsync<SinkRow>(
            "select name, entries, checkpoint, delivered_at, problem from audit_sinks where name = @name",
            new { name }
        ) ?? new() { Name = name };

    /// <param name="write">A transaction of its own: a copy is recorded after it was made.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="name">The copy.</param>
    /// <param name="entries">The last entry it has.</param>
    /// <param name="checkpoint">Entries that its last checkpoint covers.</param>
    public static Task<int> DeliveredAsync(DbSession write, TimeProvider clock, string name, long entries, long checkpoint) =>
        write.ExecuteAsync(
            """
            insert into audit_sinks (name, entries, checkpoint, delivered_at) values (@name, @entries, @checkpoint, @now)
            on conflict (name) do update set entries = excluded.entries, checkpoint = excluded.checkpoint,
                delivered_at = excluded.delivered_at, problem = '', problem_at = null
            """,
            new
            {
                name,
                entries,
                checkpoint,
                now = clock.Now(),
            }
        );

    public static Task<int> FailedAsync(DbSession write, TimeProvider clock, string name, string problem) =>
        write.ExecuteAsync(
            """
            insert into audit_sinks (name, entries, checkpoint, problem, problem_at) values (@name, 0, 0, @problem, @now)
            on conflict (name) do update set problem = excluded.problem, problem_at = excluded.problem_at
            """,
            new
            {
                name,
                problem,
                now = clock.Now(),
            }
        );
}
