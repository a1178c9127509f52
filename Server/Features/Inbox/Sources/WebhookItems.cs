using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Webhooks that receive nothing, and events that were given up.</summary>
internal sealed class WebhookItems(Database database) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct) =>
        who.May(Permission.ServerManage)
            ? (await database.ReadAsync(WebhookQueries.ListAsync, ct))
                .Where(hook => hook.State != nameof(WebhookState.Active) || hook.Dead > 0)
                .Select(hook => new InboxItem(
                    "Webhook",
                    hook.State == nameof(WebhookState.Active)
                        ? $"{hook.Name}: {Quantities.Of((int)hook.Dead, "event")} could not be delivered."
                        : $"{hook.Name} receives no events: {hook.Problem}",
                    $"/webhooks/{Address.Segment(hook.Id)}",
                    "out",
                    WaitingUrgency.Failed
                ))
            : [];
}
