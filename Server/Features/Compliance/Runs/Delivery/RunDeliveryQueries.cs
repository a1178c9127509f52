using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

internal static class RunDeliveryQueries
{
    private const string Select = "select id, run_id, target, state, tries, ended_at, answer from run_deliveries";

    public static Task<IReadOnlyList<RunDeliveryRow>> OfRunAsync(DbSession db, string runId) =>
        db.ListAsync<RunDeliveryRow>(Select + " where run_id = @runId order by id", new { runId });

    public static Task<IReadOnlyList<RunDeliveryRow>> DueAsync(DbSession db, long now) =>
        db.ListAsync<RunDeliveryRow>(Select + " where state = 'Waiting' and next_at <= @now order by id limit 100", new { now });

    /// <summary>Adds a delivery that is due at once.</summary>
    public static Task<int> InsertAsync(DbSession write, TimeProvider clock, string runId, string target) =>
        write.ExecuteAsync(
            "insert into run_deliveries (id, run_id, target, state, next_at) values (@id, @runId, @target, 'Waiting', @now)",
            new
            {
                id = clock.NewId(),
                runId,
                target,
                now = clock.Now(),
            }
        );

    /// <summary>Takes a delivery until a time, so that of several servers one carries it out.</summary>
    public static async Task<bool> ClaimAsync(DbSession write, string id, long now, long until) =>
        await write.ExecuteAsync(
            "update run_deliveries set next_at = @until, tries = tries + 1 where id = @id and state = 'Waiting' and next_at <= @now",
            new
            {
                id,
                now,
                until,
            }
        ) > 0;

    public static Task<int> EndAsync(DbSession write, string id, DeliveryState state, string answer, long now) =>
        write.ExecuteAsync(
            """
            update run_deliveries set state = @state, answer = @answer, ended_at = case when @state = 'Waiting' then null else @now end
            where id = @id
            """,
            new
            {
                id,
                state = state.ToString(),
                answer,
                now,
            }
        );
}
