using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Keys;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>What cookie keys that are gone had sealed: authenticator apps that fit no code, webhooks that receive nothing.</summary>
internal sealed class CookieKeyItems(SealedRecords records) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        if (!who.May(Permission.ServerManage) || !who.May(Permission.AccessRead))
            return [];
        var left = await records.LeftAsync();
        return left.IsEmpty
            ? []
            :
            [
                new(
                    "Cookie keys",
                    $"{left.Text} {left.Remedy}",
                    left.People.Count > 0 ? "/users" : "/webhooks",
                    "key",
                    WaitingUrgency.Failed
                ),
            ];
    }
}
