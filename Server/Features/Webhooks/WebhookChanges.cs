using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Webhooks;

/// <summary>Adds, changes and removes webhooks: each in one transaction with its audit entry, which never names the address.</summary>
internal sealed class WebhookChanges(
    Database database,
    WebhookSeal seal,
    AllowedNetworks networks,
    AllowedDestinations destinations,
    TimeProvider clock
)
{
    private static readonly TimeSpan FormerLife = TimeSpan.FromDays(1);

    /// <returns>The secret and the webhook's id, or everything that is wrong.</returns>
    public async Task<(string Secret, string Id, IReadOnlyList<PolicyProblem> Problems)> AddAsync(string actor, WebhookRequest request)
    {
        if (WebhookRules.Problems(request, networks, destinations) is { Count: > 0 } problems)
            return ("", "", problems);
        var (id, secret, address) = (clock.NewId(), WebhookSeal.New(), new Uri(request.Address));
        var row = new Webhook
        {
            Id = id,
            Name = request.Name.Trim(),
            Receiver = WebhookRules.ReceiverOf(address),
            Kinds = $",{string.Join(',', request.Kinds.Distinct(StringComparer.Ordinal))},",
            Selector = string.IsNullOrWhiteSpace(request.Selector) ? "" : Selector.Parse(request.Selector).Selector!.ToString(),
            Format = request.Format.ToString(),
            Sealed = seal.Close(new(request.Address, secret)),
            State = nameof(WebhookState.Active),
            Author = actor,
            CreatedAt = clock.Now(),
        };
        var full = await database.WriteAsync(async write =>
        {
            if (await WebhookQueries.CountAsync(write) >= WebhookRules.MaxWebhooks)
                return true;
            // Before it exists: a webhook does not receive its own creation.
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                WebhookActions.Add,
                $"webhook:{id}",
                $"Webhook {row.Name} to {row.Receiver}: "
                    + $"{string.Join(", ", request.Kinds)}{(row.Selector.Length > 0 ? $" of '{row.Selector}'" : "")}."
            );
            await WebhookQueries.InsertAsync(write, row);
            return false;
        });
        return full
            ? ("", "", [new("name", null, $"the limit of {WebhookRules.MaxWebhooks} webhooks is reached: remove one first", 0, 0)])
            : (secret, id, []);
    }

    /// <returns>False when there is none of this id.</returns>
    public Task<bool> RemoveAsync(string actor, string id) =>
        database.WriteAsync(async write =>
        {
            if (await WebhookQueries.FindAsync(write, id) is not { } row || !await WebhookQueries.RemoveAsync(write, id))
                return false;
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                WebhookActions.Remove,
                $"webhook:{id}",
                $"Webhook {row.Name} to {row.Receiver} removed; {row.Waiting} deliveries were waiting."
            );
            return true;
        });

    /// <returns>The new secret; <see langword="null"/> when there is no such webhook, or what was sealed cannot be opened.</returns>
    public Task<string?> RotateAsync(string actor, string id) =>
        database.WriteAsync<string?>(async write =>
        {
            if (await WebhookQueries.FindAsync(write, id) is not { } row || seal.Open(row.Sealed) is not { } before)
                return null;
            var secret = WebhookSeal.New();
            await WebhookQueries.SealAsync(
                write,
                id,
                seal.Close(new(before.Address, secret, before.Secret)),
                clock.Now() + (long)FormerLife.TotalMilliseconds
            );
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                WebhookActions.Rotate,
                $"webhook:{id}",
                $"Webhook {row.Name} has a new secret; the previous secret stays valid for 24 hours."
            );
            return secret;
        });

    /// <returns>False when there is none of this id.</returns>
    public Task<bool> ResumeAsync(string actor, string id) =>
        database.WriteAsync(async write =>
        {
            if (await WebhookQueries.FindAsync(write, id) is not { } row)
                return false;
            await WebhookQueries.ResumeAsync(write, id, clock.Now());
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                WebhookActions.Resume,
                $"webhook:{id}",
                $"Deliveries to webhook {row.Name} resumed."
            );
            return true;
        });

    /// <returns>How many wait again; <see langword="null"/> when there is no such webhook or delivery.</returns>
    public Task<long?> RedeliverAsync(string actor, string id, string? delivery) =>
        database.WriteAsync<long?>(async write =>
        {
            if (await WebhookQueries.FindAsync(write, id) is not { } row)
                return null;
            var count = await DeliveryQueries.AgainAsync(write, id, delivery, clock.Now());
            if (count == 0 && delivery is not null)
                return null;
            if (count > 0)
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    actor,
                    WebhookActions.Redeliver,
                    $"webhook:{id}",
                    $"Webhook {row.Name}: {(delivery is null ? $"all {count} deliveries that were given up" : $"delivery {delivery}")} "
                        + $"sent again."
                );
            return count;
        });
}
