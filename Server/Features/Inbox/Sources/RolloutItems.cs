using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Pages;
using IwTune.Server.Storage;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Plans that the person can approve, and rollouts that stand still until a person acts.</summary>
internal sealed class RolloutItems(RolloutBoard board, Database database) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        if (!who.May(Permission.RolloutsApprove) && !who.May(Permission.RolloutsStart))
            return [];
        // Most of the time there is none, and the list counts the hosts of each.
        if (!(await database.ReadAsync(RolloutQueries.ActiveAsync, ct)).Any(row => RolloutWords.NeedsPerson(row.At)))
            return [];
        var items = new List<InboxItem>();
        foreach (var rollout in (await board.ListAsync(active: true)).Where(one => RolloutWords.NeedsPerson(one.State)))
        {
            if (await ItemAsync(rollout, who) is { } item)
                items.Add(item);
        }
        return items;
    }

    private async Task<InboxItem?> ItemAsync(RolloutSummary rollout, ClaimsPrincipal who)
    {
        var (page, name) = (
            $"/rollouts/{Address.Segment(rollout.Id)}",
            $"{rollout.Policy} {(rollout.From is { } from ? $"r{from} → r{rollout.To}" : $"→ r{rollout.To}")}"
        );
        if (rollout.State == RolloutState.AwaitingApproval)
            return who.May(Permission.RolloutsApprove) && await board.FindAsync(rollout.Id, who) is { Obstacle: null }
                ? new(
                    "Approval",
                    $"{name}, {Quantities.Of(rollout.Hosts, "host")}, planned by {Actors.Name(rollout.Author)}: {rollout.Reason}",
                    $"{page}/approve",
                    "user",
                    InboxUrgency.Decision,
                    rollout.Created
                )
                : null;
        return who.May(Permission.RolloutsStart)
            ? new(RolloutWords.Of(rollout.State), $"{name}: {rollout.Sentence}", page, "rollout", InboxUrgency.Failed, rollout.Started)
            : null;
    }
}
