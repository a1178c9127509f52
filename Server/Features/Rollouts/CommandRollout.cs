using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts;

/// <summary>
/// A person's commands to a rollout. Each is an event and an audit entry with its reason; an impossible one is refused with the list of
/// possible ones.
/// </summary>
internal static class CommandRollout
{
    public static async Task<RolloutResult> RunAsync(Fleet fleet, RolloutCaller by, string id, RolloutCommand command)
    {
        var problems = Publish.ReasonProblems(command.Reason).ToList();
        if (!Enum.IsDefined(command.Action))
            problems.Add(new("action", $"{command.Action}", $"is one of {string.Join(", ", Enum.GetNames<RolloutAction>())}", 0, 0));
        if (problems.Count > 0)
            return RolloutResult.Wrong(problems);
        var result = await fleet.Database.WriteAsync(async write =>
            await RolloutQueries.FindAsync(write, id) is not { } row
                ? new(null, [], Unknown: true)
                : await RolloutReach.RefusalAsync(write, fleet, by, row.Policy, id)
                    ?? command.Action switch
                    {
                        RolloutAction.Pause => await PauseAsync(write, fleet, row, by, command.Reason),
                        RolloutAction.Resume => await ResumeAsync(write, fleet, row, by, command.Reason),
                        RolloutAction.Promote => await PromoteAsync(write, fleet, row, by, command.Reason),
                        RolloutAction.Abort => await AbortAsync(write, fleet, row, by, command.Reason),
                        _ => await RollBackAsync(write, fleet, row, by, command),
                    }
        );
        if (result.Id is not null)
            await fleet.Requirements.ReloadAsync();
        return result;
    }

    private static async Task<RolloutResult> PauseAsync(DbSession write, Fleet fleet, RolloutRow row, RolloutCaller by, string reason)
    {
        if (row.IsOver || row.At == RolloutState.Paused)
            return RolloutResult.Refused($"There is nothing to pause: {row.Sentence}");
        var sentence = RolloutSentences.Paused(row, row.ReadRules().Rings.Count, by.Actor, reason);
        var now = await RolloutWrites.ChangeAsync(
            write,
            row,
            row with
            {
                State = nameof(RolloutState.Paused),
                PausedFrom = row.State,
                Sentence = sentence,
            }
        );
        await RolloutWrites.AddEventAsync(write, fleet.Clock, now, by.Actor, RolloutEventKind.Paused, sentence, reason);
        return RolloutResult.Done(row.Id);
    }

    /// <summary>
    /// After a pause; and after a failed gate that held, when what failed was put right: the gate is judged again, not skipped.
    /// </summary>
    private static async Task<RolloutResult> ResumeAsync(DbSession write, Fleet fleet, RolloutRow row, RolloutCaller by, string reason)
    {
        var failed =
            row.At == RolloutState.Holding && await RolloutQueries.GateAsync(write, row.Id, row.Ring) is { Verdict: GateVerdict.Fail } gate
                ? gate
                : null;
        if (failed is not null && StandingHarm.In(failed))
            return RolloutResult.Refused(
                $"The gate of ring {row.Ring} failed ({failed.Sentence.TrimEnd('.')}), and its evidence stands: judged again, it would "
                    + "fail again. Roll back or abort. Another rollout of the revision begins with new evidence; it needs a reason "
                    + "(--despite) and an approval."
            );
        var held = failed is not null;
        if (row.At != RolloutState.Paused && !held)
            return RolloutResult.Refused($"There is nothing to resume: {row.Sentence}");
        var state = held ? nameof(RolloutState.Running) : row.PausedFrom;
        var next = row with { State = state, PausedFrom = "" };
        // No evaluation says anything new of a failed gate that stands.
        var sentence = held ? $"Ring {row.Ring} is judged again." : await PresentSentence.OfAsync(write, fleet.Clock, next);
        var now = await RolloutWrites.ChangeAsync(write, row, next with { Sentence = sentence });
        await RolloutWrites.AddEventAsync(
            write,
            fleet.Clock,
            now,
            by.Actor,
            RolloutEventKind.Resumed,
            held
                ? $"Ring {row.Ring} is judged again, although its gate had failed."
                : $"It is {RolloutWords.Of(now.At).ToLowerInvariant()} again.",
            reason
        );
        return RolloutResult.Done(row.Id);
    }

    private static async Task<RolloutResult> PromoteAsync(DbSession write, Fleet fleet, RolloutRow row, RolloutCaller by, string reason)
    {
        if (row.At is not (RolloutState.Running or RolloutState.Holding) || row.Cleared >= row.Ring)
            return RolloutResult.Refused($"No ring waits for its gate: {row.Sentence}");
        var gate = await RolloutQueries.GateAsync(write, row.Id, row.Ring);
        if (gate is { Verdict: GateVerdict.Fail })
            return RolloutResult.Refused(
                $"The gate of ring {row.Ring} failed ({gate.Sentence.TrimEnd('.')}). A failed gate cannot be passed: roll back or abort "
                    + $"it{(StandingHarm.In(gate) ? "" : ", or resume it to have the gate judged again")}."
            );
        var rules = row.ReadRules();
        var now = await RolloutWrites.ChangeAsync(
            write,
            row,
            row with
            {
                State = nameof(RolloutState.AwaitingWindow),
                Cleared = row.Ring,
                Sentence =
                    row.Ring == rules.Rings.Count
                        ? "The last ring was promoted; the revision is being published to every host."
                        : await Season.SentenceAsync(write, fleet.Clock, row, rules),
            }
        );
        await RolloutWrites.AddEventAsync(
            write,
            fleet.Clock,
            now,
            by.Actor,
            RolloutEventKind.Promoted,
            $"Ring {row.Ring} of {rules.Rings.Count} is done with, although its gate "
                + $"{(gate is null ? "was not judged yet" : $"said {gate.Verdict}: {gate.Sentence.TrimEnd('.')}")}.",
            reason
        );
        return RolloutResult.Done(row.Id);
    }

    private static async Task<RolloutResult> AbortAsync(DbSession write, Fleet fleet, RolloutRow row, RolloutCaller by, string reason)
    {
        if (row.IsOver)
            return RolloutResult.Refused($"The rollout has ended: {row.Sentence}");
        var kept = row.InForce ? (await KeptHosts.OfAsync(write, fleet, row)).Count : 0;
        var sentence =
            $"Aborted by {Actors.Name(by.Actor)}: {reason.TrimEnd('.')}. "
            + (
                row.InForce
                    ? $"{Quantities.Of(kept, "host")} {(kept == 1 ? "keeps" : "keep")} revision {row.ToRevision} until the "
                        + $"policy's next publication or rollout; roll back to restore the earlier content there."
                    : "No host was admitted."
            );
        var now = await RolloutWrites.ChangeAsync(
            write,
            row,
            row with
            {
                State = nameof(RolloutState.Aborted),
                Sentence = sentence,
                EndedAt = fleet.Clock.Now(),
            }
        );
        await RolloutWrites.AddEventAsync(write, fleet.Clock, now, by.Actor, RolloutEventKind.Aborted, sentence, reason);
        return RolloutResult.Done(row.Id);
    }

    private static async Task<RolloutResult> RollBackAsync(
        DbSession write,
        Fleet fleet,
        RolloutRow row,
        RolloutCaller by,
        RolloutCommand command
    )
    {
        if (!row.InForce)
            return RolloutResult.Refused(
                row.At == RolloutState.Complete
                    ? "It is complete, and its revision is current: "
                        + (
                            row.FromRevision is { } from
                                ? $"'iwtune fleet policies rollback {row.Policy} --to {from}' goes back."
                                : "no revision was current before it. Publish another one, or remove the policy's assignments: then "
                                    + "hosts restore their before-images."
                        )
                : row.IsOver ? $"The rollout has ended, and no host has its revision through it: {row.Sentence}"
                : "No host was admitted yet, so there is nothing to roll back: abort it."
            );
        var admitted = RolloutCounts.Of(await RolloutQueries.CountsAsync(write, row.Id)).Admitted;
        if (HalfOfFleet.Problem(admitted, by.Sees.In(fleet.Hosts), command.Confirm) is { } unconfirmed)
            return RolloutResult.Wrong(unconfirmed);
        await Endings.RollBackAsync(
            write,
            fleet,
            row,
            by.Actor,
            command.Reason,
            $"Rolled back by {Actors.Name(by.Actor)}: {command.Reason.TrimEnd('.')}."
        );
        return RolloutResult.Done(row.Id);
    }
}
