using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>
/// Everything that is due for one webhook, one message after the other. A slow or dead receiver delays its own lane only.
/// </summary>
internal sealed class WebhookLane(
    string webhook,
    Database database,
    HostDirectory hosts,
    WebhookSeal seal,
    WebhookPost post,
    DeliveryRules rules,
    TimeProvider clock,
    string server
)
{
    /// <summary>Longer than one try takes: after a crash another server continues then.</summary>
    private TimeSpan Claim => rules.AnswerWithin + TimeSpan.FromSeconds(5);

    private const int Seen = 500,
        MostRounds = 1000;

    public async Task RunAsync(CancellationToken ct)
    {
        for (var round = 0; round < MostRounds && !ct.IsCancellationRequested; round++)
            if (!await StepAsync(ct))
                break;
        await database.WriteAsync(write => DeliveryQueries.GiveBackAsync(write, webhook, server), CancellationToken.None);
    }

    /// <returns>False when nothing more is due, or another server is at it.</returns>
    private async Task<bool> StepAsync(CancellationToken ct)
    {
        var now = clock.Now();
        if (
            !await database.WriteAsync(
                write => DeliveryQueries.ClaimAsync(write, webhook, server, now, now + (long)Claim.TotalMilliseconds),
                ct
            )
        )
            return false;
        var (hook, waiting) = await database.ReadAsync(
            async db => (await WebhookQueries.FindAsync(db, webhook), await DeliveryQueries.WaitingAsync(db, webhook, Seen)),
            ct
        );
        if (hook is null || hook.NotBefore > now || waiting.Count == 0)
            return false;
        if (seal.Open(hook.Sealed) is not { } secrets)
            return await EndAsync(
                hook,
                WebhookState.Unreadable,
                "Its address was sealed with keys that this server no longer has: remove it and add it again.",
                ct
            );
        if (await DropAsync(hook, waiting, ct) || await FoldAsync(waiting, ct))
            return true;
        if (Next(waiting, now) is not { } row)
            return false;
        // A started delivery is completed, so that a stopping server knows its result.
        var answer = await post.SendAsync(
            row.Id,
            Named(row.Happened()),
            hook.BodyFormat,
            secrets,
            hook.FormerUntil > now,
            CancellationToken.None
        );
        ServerMeters.Delivered(answer);
        return answer.IsGone
            ? await EndAsync(hook, WebhookState.Gone, $"{answer.Told}. The receiver wants no deliveries; 'resume' restarts them.", ct)
            : await RecordAsync(hook, row, answer);
    }

    /// <summary>The oldest that is due, of a subject of which nothing older waits. A digest is of every subject.</summary>
    private static DeliveryRow? Next(IReadOnlyList<DeliveryRow> waiting, long now)
    {
        var held = new HashSet<string>(StringComparer.Ordinal);
        foreach (var row in waiting)
        {
            if (row.IsDigest && held.Count > 0)
                return null;
            if (row.NextAt <= now && !held.Contains(row.Subject))
                return row;
            if (row.IsDigest)
                return null;
            held.Add(row.Subject);
        }
        return null;
    }

    /// <summary>Removes deliveries about hosts that the webhook's selector does not match.</summary>
    private async Task<bool> DropAsync(Webhook hook, IReadOnlyList<DeliveryRow> waiting, CancellationToken ct)
    {
        if (hook.Selector.Length == 0 || Selector.Parse(hook.Selector).Selector is not { } selector)
            return false;
        // A host that has left is reported once more: its subscribers need its departure, and its match with the selector cannot be
        // determined any more.
        var foreign = waiting
            .Where(row => row.HostId.Length > 0 && hosts.Find(row.HostId) is { } host && !selector.Matches(host.Identity))
            .ToList();
        if (foreign.Count == 0)
            return false;
        await database.WriteAsync(
            async write =>
            {
                await DeliveryQueries.DeleteAsync(write, foreign);
                return 0;
            },
            ct
        );
        return true;
    }

    private async Task<bool> FoldAsync(IReadOnlyList<DeliveryRow> waiting, CancellationToken ct)
    {
        if (Digest.Make(waiting, rules, clock) is not { } made)
            return false;
        return await database.WriteAsync(
            async write =>
            {
                // Removed meanwhile, with all that waited for it.
                if (await WebhookQueries.FindAsync(write, webhook) is null)
                    return false;
                await DeliveryQueries.DeleteAsync(write, made.Of);
                await DeliveryQueries.InsertAsync(write, made.Digest);
                return true;
            },
            ct
        );
    }

    private async Task<bool> RecordAsync(Webhook hook, DeliveryRow row, ReceiverAnswer answer)
    {
        var now = clock.Now();
        if (answer.IsTaken)
            await database.WriteAsync(async write =>
            {
                await DeliveryQueries.TakenAsync(write, row, answer.Status, answer.Text, now);
                return 0;
            });
        else
            await database.WriteAsync(async write =>
            {
                var over = row.Tries + 1 >= rules.MostTries || now - row.At >= rules.MostAge.TotalMilliseconds;
                var pause = (long)
                    (answer.RetryAfter ?? rules.Pause(answer.IsReceivers ? hook.Failures + 1 : row.Tries + 1)).TotalMilliseconds;
                await DeliveryQueries.RefusedAsync(write, row, answer.Status, answer.Text, now, over ? null : now + pause);
                if (answer.IsReceivers)
                    await DeliveryQueries.PauseAsync(write, hook.Id, answer.Told, now + pause);
                else
                    await DeliveryQueries.ProblemAsync(write, hook.Id, answer.Told);
                return 0;
            });
        return answer.IsTaken || !answer.IsReceivers;
    }

    private async Task<bool> EndAsync(Webhook hook, WebhookState state, string why, CancellationToken ct)
    {
        await database.WriteAsync(
            async write =>
            {
                // Removed while it answered: there is nothing to stop.
                if (await WebhookQueries.FindAsync(write, hook.Id) is null)
                    return 0;
                await DeliveryQueries.EndAsync(write, hook.Id, state, why, clock.Now());
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    "server",
                    WebhookActions.End,
                    $"webhook:{hook.Id}",
                    $"Webhook {hook.Name} to {hook.Receiver} is stopped. {why}"
                );
                return 0;
            },
            ct
        );
        return false;
    }

    /// <summary>An audit entry names its host by id; people know it by name.</summary>
    private WebhookEvent Named(WebhookEvent happened) =>
        happened.Data.Host is { Name.Length: 0 } host
            ? happened with
            {
                Data = happened.Data with { Host = host with { Name = hosts.Find(host.Id)?.Identity.Name ?? "" } },
            }
            : happened;
}
