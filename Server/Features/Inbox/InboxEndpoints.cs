using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Inbox;

internal static class InboxEndpoints
{
    public static void MapInbox(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.Inbox, GetAsync)
            .WithTags("Inbox")
            .Needs(Permission.HostsRead)
            .WithSummary("What waits for the caller: approvals, failures and deadlines");

    private static async Task<Ok<FleetInbox>> GetAsync(InboxList inbox, ClaimsPrincipal who, CancellationToken ct) =>
        TypedResults.Ok(
            new FleetInbox([
                .. (await inbox.OfAsync(who, ct)).Select(item => new WaitingItem(item.Kind, item.Text, item.Href, item.Urgency, item.At)),
            ])
        );
}
