using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Delivery;

internal static class DeliveryQueries
{
    private const string Columns =
        "select id, webhook_id, number, kind, type, subject, host_id, at, state, tries, next_at, ended_at, status, answer, event from "
        + "webhook_deliveries";

    /// <summary>Webhooks that something is to be sent to now.</summary>
    public static Task<IReadOnlyList<string>> DueAsync(DbSession db, long now) =>
        db.ListAsync<string>(
            """
            select id from webhooks w where state = 'Active' and not_before <= @now
              and exists (select 1 from webhook_deliveries d where d.webhook_id = w.id and d.state = 'Waiting' and d.next_at <= @now)
            """,
            new { now }
        );

    /// <summary>What waits for one webhook, the oldest first.</summary>
    public static Task<IReadOnlyList<DeliveryRow>> WaitingAsync(DbSession db, string webhook, int limit) =>
        db.ListAsync<DeliveryRow>(
            Columns + " where webhook_id = @webhook and state = 'Waiting' order by number, id limit @limit",
            new { webhook, limit }
        );

    /// <summary>Makes this server the only one that sends to a webhook, until a time.</summary>
    /// <returns>False when another server is at it.</returns>
    public static async Task<bool> ClaimAsync(DbSession write, string webhook, string server, long now, long until) =>
        await write.ExecuteAsync(
            "update webhooks set claimed_by = @server, claimed_until = @until where id = @webhook and state = 'Active' and (claimed_by "
                + "= @server or claimed_until <= @now)",
            new
            {
                webhook,
                server,
                now,
                until,
            }
        ) > 0;

    public static Task<int> GiveBackAsync(DbSession write, string webhook, string server) =>
        write.ExecuteAsync("update webhooks set claimed_until = 0 where id = @webhook and claimed_by = @server", new { webhook, server });

    public static Task<int> InsertAsync(DbSession write, DeliveryRow row) =>
        write.ExecuteAsync(
            """
            insert into webhook_deliveries (id, webhook_id, number, kind, type, subject, host_id, at, state, next_at, event)
            values (@Id, @WebhookId, @Number, @Kind, @Type, @Subject, @HostId, @At, @State, @NextAt, @Event)
            """,
            row
        );

    public static async Task DeleteAsync(DbSession write, IEnumerable<DeliveryRow> rows)
    {
        foreach (var row in rows)
            await write.ExecuteAsync("delete from webhook_deliveries where id = @Id", new { row.Id });
    }

    public static async Task TakenAsync(DbSession write, DeliveryRow row, int status, string answer, long now)
    {
        await write.ExecuteAsync(
            "update webhook_deliveries set state = 'Delivered', tries = tries + 1, ended_at = @now, status = @status, answer = @answer "
                + "where id = @Id",
            new
            {
                row.Id,
                status,
                answer,
                now,
            }
        );
        await write.ExecuteAsync(
            "update webhooks set delivered_at = @now, failures = 0, not_before = 0, problem = '' where id = @WebhookId",
            new { row.WebhookId, now }
        );
    }

    /// <summary>The receiver did not accept it: it waits, or is abandoned.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="row">The delivery.</param>
    /// <param name="status">Of the answer; 0 for none.</param>
    /// <param name="answer">The answer, or why there was none.</param>
    /// <param name="now">When.</param>
    /// <param name="next">When it is sent again; <see langword="null"/> when it is abandoned.</param>
    public static Task<int> RefusedAsync(DbSession write, DeliveryRow row, int status, string answer, long now, long? next) =>
        write.ExecuteAsync(
            """
            update webhook_deliveries set state = @state, tries = tries + 1, status = nullif(@status, 0), answer = @answer, next_at = @next,
              ended_at = case when @state = 'Dead' then @now else null end
            where id = @Id
            """,
            new
            {
                row.Id,
                status,
                answer,
                now,
                next = next ?? now,
                state = next is null ? nameof(DeliveryState.Dead) : nameof(DeliveryState.Waiting),
            }
        );

    /// <summary>The receiver is not there, or wants to be left alone: nothing is sent to it for a while.</summary>
    public static Task<int> PauseAsync(DbSession write, string webhook, string problem, long until) =>
        write.ExecuteAsync(
            "update webhooks set failures = failures + 1, not_before = @until, problem = @problem where id = @webhook",
            new
            {
                webhook,
                problem,
                until,
            }
        );

    public static Task<int> ProblemAsync(DbSession write, string webhook, string problem) =>
        write.ExecuteAsync("update webhooks set problem = @problem where id = @webhook", new { webhook, problem });

    /// <summary>Sends nothing more to a webhook, and abandons waiting deliveries.</summary>
    public static async Task EndAsync(DbSession write, string webhook, WebhookState state, string problem, long now)
    {
        await write.ExecuteAsync(
            "update webhooks set state = @state, problem = @problem where id = @webhook",
            new
            {
                webhook,
                state = state.ToString(),
                problem,
            }
        );
        await write.ExecuteAsync(
            "update webhook_deliveries set state = 'Dead', ended_at = @now where webhook_id = @webhook and state = 'Waiting'",
            new { webhook, now }
        );
    }

    /// <returns>How many wait again.</returns>
    public static async Task<long> AgainAsync(DbSession write, string webhook, string? delivery, long now) =>
        await write.ExecuteAsync(
            "update webhook_deliveries set state = 'Waiting', tries = 0, next_at = @now, ended_at = null where webhook_id = @webhook and "
                + (delivery is null ? "state = 'Dead'" : "state <> 'Waiting' and id = @delivery"),
            new
            {
                webhook,
                delivery = delivery ?? "",
                now,
            }
        );

    public static Task<IReadOnlyList<DeliveryRow>> PageAsync(
        DbSession db,
        string webhook,
        DeliveryState? state,
        DeliveryCursor? before,
        int limit
    ) =>
        db.ListAsync<DeliveryRow>(
            Columns
                + " where webhook_id = @webhook and (number < @number or (number = @number and id < @id))"
                + (state is null ? "" : " and state = @state")
                + " order by number desc, id desc limit @limit",
            new
            {
                webhook,
                number = before?.Number ?? long.MaxValue,
                id = before?.Id ?? "",
                state = state?.ToString() ?? "",
                limit,
            }
        );

    /// <summary>Deletes deliveries that were delivered or abandoned long ago.</summary>
    public static Task<int> ForgetAsync(DbSession write, long delivered, long dead) =>
        write.ExecuteAsync(
            "delete from webhook_deliveries where (state = 'Delivered' and ended_at < @delivered) or (state = 'Dead' and ended_at < @dead)",
            new { delivered, dead }
        );

    /// <summary>How many wait and how many were abandoned, and since when the oldest waits; for the metrics.</summary>
    public static async Task<(long Waiting, long Dead, long Oldest)> StandingAsync(DbSession db) =>
        (
            await db.ValueAsync<long>("select count(*) from webhook_deliveries where state = 'Waiting'"),
            await db.ValueAsync<long>("select count(*) from webhook_deliveries where state = 'Dead'"),
            await db.ValueAsync<long>("select coalesce(min(at), 0) from webhook_deliveries where state = 'Waiting'")
        );
}
