using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts;

/// <summary>What a rollout says of the state that it is in, from the store alone.</summary>
internal static class PresentSentence
{
    /// <param name="db">With all that the caller has changed.</param>
    /// <param name="clock">Decides whether a ring may start.</param>
    /// <param name="row">In its new state.</param>
    public static async Task<string> OfAsync(DbSession db, TimeProvider clock, RolloutRow row)
    {
        var rules = row.ReadRules();
        var tally = Tally.Of(rules.Rings.Count, await RolloutQueries.CountsAsync(db, row.Id));
        return row.At switch
        {
            RolloutState.AwaitingApproval => RolloutSentences.AwaitingApproval(
                row,
                tally.Rings,
                tally.All(RolloutHostState.Waiting),
                (await RolloutQueries.ApproversAsync(db, row.Id, row.PlanHash)).Count
            ),
            RolloutState.AwaitingWindow when row.Cleared < tally.Rings => await Season.SentenceAsync(db, clock, row, rules),
            RolloutState.Running => RolloutSentences.Running(row, rules, tally, row.BakedMs),
            RolloutState.Holding when await RolloutQueries.GateAsync(db, row.Id, row.Ring) is { } gate => RolloutSentences.Holding(
                row,
                tally,
                gate
            ),
            RolloutState.Paused => (await RolloutQueries.EventsAsync(db, row.Id)).First(one => one.Kind == RolloutEventKind.Paused).Text,
            RolloutState.AwaitingWindow => RolloutSentences.Releases,
            _ => row.Sentence,
        };
    }
}
