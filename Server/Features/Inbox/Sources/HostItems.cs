using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Standing;
using IwTune.Server.Features.Standing.Pages;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Hosts that do not become compliant by themselves: another writer undoes every repair, or the revision failed there.</summary>
internal sealed class HostItems(StandingList standing) : IInboxSource
{
    private static readonly StandingKind[] Stuck = [StandingKind.Refused, StandingKind.OwnerFights];

    public Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct) =>
        Task.FromResult(
            who.May(Permission.PoliciesPublish) || who.May(Permission.HoldsWrite)
                ? standing.Counts().Where(count => count.Hosts > 0 && Stuck.Contains(count.Kind)).Select(Item)
                : []
        );

    private static InboxItem Item(StandingCount count)
    {
        var look = StandingLook.Of(count.Kind);
        return new(
            look.Word,
            $"{Quantities.Of(count.Hosts, "host")}, held and excepted ones included. {look.Meaning}",
            new StandingAddress(count.Kind, null, null, 1).Page,
            look.Icon,
            WaitingUrgency.Failed
        );
    }
}
