using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>One message sent at once, before all that wait, so that a person who sets up a receiver sees its answer.</summary>
internal sealed class TestDelivery(Database database, WebhookSeal seal, WebhookPost post, TimeProvider clock)
{
    /// <returns><see langword="null"/> when there is no such webhook.</returns>
    public async Task<WebhookTrial?> RunAsync(string id, string actor, CancellationToken ct)
    {
        if (await database.ReadAsync(db => WebhookQueries.FindAsync(db, id), ct) is not { } hook)
            return null;
        if (seal.Open(hook.Sealed) is not { } secrets)
            return new(false, null, "Its address was sealed with keys that this server no longer has: remove it and add it again.", 0);
        var trial = new WebhookEvent
        {
            Type = "test",
            Timestamp = clock.GetUtcNow(),
            Data = new()
            {
                Kind = "test",
                Subject = $"webhook:{id}",
                Text = $"Test of webhook {hook.Name}: nothing happened.",
                Actor = actor,
            },
        };
        var began = clock.GetTimestamp();
        var answer = await post.SendAsync($"msg_{clock.NewId()}_t", trial, hook.BodyFormat, secrets, hook.FormerUntil > clock.Now(), ct);
        return new(
            answer.IsTaken,
            answer.Status == 0 ? null : answer.Status,
            answer.Text,
            (long)clock.GetElapsedTime(began).TotalMilliseconds
        );
    }
}
