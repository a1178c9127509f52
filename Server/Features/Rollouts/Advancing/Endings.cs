using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>How a rollout that moved hosts ends. The caller reloads the requirements once it is stored.</summary>
internal static class Endings
{
    /// <summary>The target is the current revision from now on, also for hosts that were in no ring.</summary>
    public static async Task CompleteAsync(DbSession write, Fleet fleet, RolloutRow row, string actor)
    {
        var counts = RolloutCounts.Of(await RolloutQueries.CountsAsync(write, row.Id));
        var sentence = $"Complete: revision {row.ToRevision} is current. {(row.Emergency ? AtOnce(counts) : Delivered(counts))}.";
        // Ended first: a publication ends every other rollout of the policy.
        var now = await RolloutWrites.ChangeAsync(
            write,
            row,
            row with
            {
                State = nameof(RolloutState.Complete),
                InForce = false,
                Sentence = sentence,
                EndedAt = fleet.Clock.Now(),
            }
        );
        await Requirements.AdvanceAsync(write);
        await Release.RunAsync(write, fleet.Clock, actor, row.Policy, row.ToRevision);
        await RolloutWrites.AddEventAsync(write, fleet.Clock, now, actor, RolloutEventKind.Completed, sentence, row.Reason);
    }

    // It ends before any host can have answered.
    private static string AtOnce(RolloutCounts counts) => $"{Quantities.Of(counts.Admitted, "host")} had to take it at once";

    private static string Delivered(RolloutCounts counts) =>
        $"{Quantities.Count(counts.Applied)} of {Quantities.Of(counts.Hosts, "host")} {RolloutSentences.Has(counts.Hosts)} it"
        + $"{(counts.Failed > 0 ? $", {Quantities.Count(counts.Failed)} failed or cannot be reached" : "")}"
        + $"{(counts.Left > 0 ? $", {Quantities.Count(counts.Left)} left" : "")}";

    /// <summary>
    /// Publishes a new revision, with the content that was current when the rollout began, to every host; without such content, hosts
    /// restore their before-images.
    /// </summary>
    public static async Task RollBackAsync(DbSession write, Fleet fleet, RolloutRow row, string actor, string reason, string because)
    {
        var now = await RolloutWrites.ChangeAsync(
            write,
            row,
            row with
            {
                State = nameof(RolloutState.RolledBack),
                InForce = false,
                PausedFrom = "",
                EndedAt = fleet.Clock.Now(),
            }
        );
        await Requirements.AdvanceAsync(write);
        var back = row.FromRevision is { } from ? await Rollback.StoreAsync(write, fleet.By(actor), row.Policy, (int)from, reason) : null;
        var what =
            back is null ? $"No revision had been current before, so its hosts restore their before-image."
            : back.Unchanged ? $"Revision {back.Revision} is still current, and its hosts return to it."
            : $"Revision {back.Revision} publishes the content of revision {row.FromRevision} to every host.";
        now = await RolloutWrites.ChangeAsync(write, now, now with { Sentence = $"{because} {what}" });
        await RolloutWrites.AddEventAsync(write, fleet.Clock, now, actor, RolloutEventKind.RolledBack, now.Sentence, reason);
    }
}
