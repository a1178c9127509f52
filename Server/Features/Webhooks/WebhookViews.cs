using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Features.Webhooks.Formats;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks;

/// <summary>Webhooks and their deliveries as clients read them.</summary>
internal sealed class WebhookViews(Database database, EventBody body, TimeProvider clock)
{
    public async Task<IReadOnlyList<WebhookSummary>> ListAsync(CancellationToken ct) =>
        [.. (await database.ReadAsync(WebhookQueries.ListAsync, ct)).Select(row => row.Summary(clock.Now()))];

    public async Task<WebhookSummary?> FindAsync(string id, CancellationToken ct) =>
        (await database.ReadAsync(db => WebhookQueries.FindAsync(db, id), ct))?.Summary(clock.Now());

    /// <param name="id">Of the webhook.</param>
    /// <param name="state">Only those; <see langword="null"/> for all.</param>
    /// <param name="before">The cursor of the page before; <see langword="null"/> for the newest.</param>
    /// <param name="limit">At most so many.</param>
    /// <param name="ct">Gives up.</param>
    /// <returns><see langword="null"/> when there is no such webhook.</returns>
    public Task<WebhookDeliveryPage?> DeliveriesAsync(
        string id,
        DeliveryState? state,
        DeliveryCursor? before,
        int limit,
        CancellationToken ct
    ) =>
        database.ReadAsync<WebhookDeliveryPage?>(
            async db =>
            {
                if (await WebhookQueries.FindAsync(db, id) is not { } hook)
                    return null;
                var rows = await DeliveryQueries.PageAsync(db, id, state, before, limit);
                return new(
                    [.. rows.Select(row => row.Read(body, hook.BodyFormat))],
                    rows.Count == limit ? new DeliveryCursor(rows[^1].Number, rows[^1].Id).ToString() : null
                );
            },
            ct
        );
}
