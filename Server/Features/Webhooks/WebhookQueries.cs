using IwTune.Server.Storage;

namespace IwTune.Server.Features.Webhooks;

internal static class WebhookQueries
{
    private const string Columns = """
        select id, name, receiver, kinds, selector, format, sealed, former_until, state, author, created_at, delivered_at, failures,
            not_before, problem,
          (select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.state = 'Waiting') as waiting,
          (select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.state = 'Dead') as dead
        from webhooks w
        """;

    public static Task<IReadOnlyList<Webhook>> ListAsync(DbSession db) => db.ListAsync<Webhook>(Columns + " order by w.name, w.id");

    public static Task<Webhook?> FindAsync(DbSession db, string id) => db.FindAsync<Webhook>(Columns + " where w.id = @id", new { id });

    public static Task<long> CountAsync(DbSession db) => db.ValueAsync<long>("select count(*) from webhooks");

    public static Task<int> InsertAsync(DbSession write, Webhook row) =>
        write.ExecuteAsync(
            """
            insert into webhooks (id, ordinal, name, receiver, kinds, selector, format, sealed, state, author, created_at)
            values (@Id, (select coalesce(max(ordinal), 0) + 1 from webhooks), @Name, @Receiver, @Kinds, @Selector, @Format, @Sealed,
                @State, @Author, @CreatedAt)
            """,
            row
        );

    /// <returns>False when there is none of this id.</returns>
    public static async Task<bool> RemoveAsync(DbSession write, string id)
    {
        await write.ExecuteAsync("delete from webhook_deliveries where webhook_id = @id", new { id });
        return await write.ExecuteAsync("delete from webhooks where id = @id", new { id }) > 0;
    }

    public static Task<int> SealAsync(DbSession write, string id, string text, long formerUntil) =>
        write.ExecuteAsync(
            "update webhooks set sealed = @text, former_until = @formerUntil, state = 'Active', problem = '', not_before = 0, failures "
                + "= 0 where id = @id",
            new
            {
                id,
                text,
                formerUntil,
            }
        );

    /// <summary>Sends events to it again, and tries now those that wait.</summary>
    public static async Task<bool> ResumeAsync(DbSession write, string id, long now)
    {
        await write.ExecuteAsync(
            "update webhook_deliveries set next_at = @now where webhook_id = @id and state = 'Waiting'",
            new { id, now }
        );
        return await write.ExecuteAsync(
                "update webhooks set state = 'Active', problem = '', not_before = 0, failures = 0 where id = @id",
                new { id }
            ) > 0;
    }
}
