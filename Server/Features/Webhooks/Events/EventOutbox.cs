using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Events;

/// <summary>Stores each event for its webhooks, in the transaction of the event: neither exists without the other.</summary>
internal static class EventOutbox
{
    private const int MostText = 2000;

    private static readonly BulkStatement Deliveries = BulkStatement.Insert(
        "webhook_deliveries",
        "id text, webhook_id text, number bigint, kind text, type text, subject text, host_id text, at bigint, state text, next_at "
            + "bigint, event text"
    );

    private sealed class Subscriber
    {
        public string Id { get; init; } = "";
        public long Ordinal { get; init; }
        public string Kinds { get; init; } = "";
        public long Latest { get; init; }

        public bool Wants(string kind) => Kinds.Contains($",{kind},", StringComparison.Ordinal);
    }

    public static Task TellAsync(DbSession write, TimeProvider clock, WebhookEvent happened) => TellAsync(write, clock, [happened]);

    /// <remarks>Without webhooks, one small read. A number orders the events of one webhook.</remarks>
    public static async Task TellAsync(DbSession write, TimeProvider clock, IReadOnlyList<WebhookEvent> happened)
    {
        if (happened.Count == 0)
            return;
        var subscribers = await write.ListAsync<Subscriber>(
            """
            select id, ordinal, kinds, (select coalesce(max(number), 0) from webhook_deliveries d where d.webhook_id = w.id) as latest
            from webhooks w where state = 'Active'
            """
        );
        if (subscribers.Count == 0)
            return;
        var (rows, now) = (new List<object?[]>(), clock.Now());
        foreach (var (nth, one) in happened.Index())
        {
            var (id, json) = (clock.NewId(), (string?)null);
            foreach (var to in subscribers)
            {
                var kind =
                    to.Wants(one.Data.Kind) ? one.Data.Kind
                    : one.Data.Entry is not null && to.Wants(WebhookKinds.Audit) ? WebhookKinds.Audit
                    : null;
                if (kind is null)
                    continue;
                json ??= Text(one);
                // Not the time: two servers' clocks differ, and one's may be set back.
                rows.Add([
                    $"msg_{id}_{to.Ordinal}",
                    to.Id,
                    to.Latest + nth + 1,
                    kind,
                    one.Type,
                    one.Data.Subject,
                    one.Data.Host?.Id ?? "",
                    one.Timestamp.ToUnixTimeMilliseconds(),
                    nameof(DeliveryState.Waiting),
                    now,
                    json,
                ]);
            }
        }
        await write.ManyAsync(Deliveries, rows);
        write.AfterCommit(() => ServerMeters.WebhookEvents.Add(rows.Count));
    }

    private static string Text(WebhookEvent happened)
    {
        var data = happened.Data with
        {
            Text = Cut(happened.Data.Text),
            Reason = happened.Data.Reason is { Length: > 0 } reason ? Cut(reason) : null,
        };
        // PostgreSQL accepts no NUL in text.
        return JsonSerializer
            .Serialize(happened with { Data = data }, WebhookJson.Default.WebhookEvent)
            .Replace("\\u0000", "\\uFFFD", StringComparison.Ordinal);
    }

    private static string Cut(string text) => text.Length <= MostText ? text : text[..(MostText - 1)] + "…";
}
