using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Pages;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Inbox.Sources;

/// <summary>Plans that the person can approve, and rollouts that stand still until a person acts.</summary>
internal sealed class RolloutItems(RolloutBoard board, SeenRollouts seen, Database database) : IInboxSource
{
    public async Task<IEnumerable<InboxItem>> OfAsync(ClaimsPrincipal who, CancellationToken ct)
    {
        if (!who.May(Permission.RolloutsApprove) && !who.May(Permission.RolloutsStart))
            return [];
        // Every page asks, and mostly there is none: the list, which counts the hosts of each, is read only then.
        var waiting = (await database.ReadAsync(RolloutQueries.ActiveAsync, ct))
            .Where(row => RolloutWords.NeedsPerson(row.At))
            .ToDictionary(row => row.Id);
        if (waiting.Count == 0)
            return [];
        var items = new List<InboxItem>();
        foreach (var rollout in await board.ListAsync(active: true))
        {
            if (waiting.TryGetValue(rollout.Id, out var row) && await ItemAsync(rollout, row, who) is { } item)
                items.Add(item);
        }
        return items;
    }

    private async Task<InboxItem?> ItemAsync(RolloutSummary rollout, RolloutRow row, ClaimsPrincipal who)
    {
        var (page, name) = (
            $"/rollouts/{Address.Segment(rollout.Id)}",
            $"{rollout.Policy} {(rollout.From is { } from ? $"r{from} → r{rollout.To}" : $"→ r{rollout.To}")}"
        );
        if (row.At == RolloutState.AwaitingApproval)
            return who.May(Permission.RolloutsApprove) && await database.ReadAsync(db => RolloutBoard.ObstacleAsync(db, row, who)) is null
                ? new(
                    "Approval",
                    $"{name}, {Quantities.Of(await WaitingAsync(row), "host")}, planned by {Actors.Name(rollout.Author)}: {rollout.Reason}",
                    $"{page}/approve",
                    "user",
                    WaitingUrgency.Decision,
                    rollout.Created
                )
                : null;
        return who.May(Permission.RolloutsStart)
            ? new(RolloutWords.Of(rollout.State), $"{name}: {rollout.Sentence}", page, "rollout", WaitingUrgency.Failed, rollout.Started)
            : null;
    }

    /// <summary>What an approval moves: of a plan that was made anew, some hosts have had their turn.</summary>
    private async Task<int> WaitingAsync(RolloutRow row) =>
        await database.ReadAsync(db => seen.OfAsync(db, row)) is { } shown
            ? (int)shown.Counts.Where(count => count.State == nameof(RolloutHostState.Waiting)).Sum(count => count.Hosts)
            : 0;
}
