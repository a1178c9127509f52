using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Reporting;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>
/// Has the <see cref="Reconciler"/> make the host what the required bundle says, and moves that bundle to its next stage: confirming,
/// confirmed or undone (<see cref="BundleLife"/>).
/// </summary>
/// <param name="queue">Gives the turns.</param>
/// <param name="reconciler">Changes the host.</param>
/// <param name="store">Knows the required bundle.</param>
/// <param name="reports">Receive what happened.</param>
/// <param name="afterTurn">As in <see cref="DaemonProcess.AfterTurn"/>.</param>
/// <param name="clock">Dates.</param>
/// <param name="log">Gets what is found at start.</param>
public sealed class Enforcement(
    TurnQueue queue,
    Reconciler reconciler,
    BundleStore store,
    HostReports reports,
    Action afterTurn,
    TimeProvider clock,
    AgentLog log
)
{
    /// <summary>Set after every turn, which may have made something that must be renewed in time.</summary>
    public Signal Turned { get; } = new();

    /// <summary>Set whenever the dead-man timer was armed or disarmed.</summary>
    public Signal TimerMoved { get; } = new();

    /// <summary>The armed dead-man timer; <see langword="null"/> when none is.</summary>
    public PendingConfirm? Pending => reconciler.Pending;

    /// <summary>How long until the dead-man timer is over; <see langword="null"/> when none is armed.</summary>
    public TimeSpan? Left => reconciler.Timer.Left;

    /// <summary>Settles what an earlier process left unfinished, before anything else.</summary>
    public Task StartAsync(CancellationToken ct) =>
        queue.RunAsync(
            async turn =>
            {
                if (store.Problem.Length > 0)
                    log.Warn(store.Problem);
                var pending = reconciler.Pending;
                if (await reconciler.Rollbacks.RecoverAsync(turn.Ct) is not { } recovered)
                    return;
                Restored(pending!.Digest, "the agent was interrupted before it was confirmed", cutOff: true);
                reports.Add(recovered);
            },
            ct
        );

    /// <summary>Makes the host what is required; changes nothing when nothing is required, or when a rollback by hand holds.</summary>
    public Task ReconcileAsync(CancellationToken ct) => queue.RunAsync(EnforceAsync, ct);

    /// <summary>The dead-man timer is over: restores, and returns to the last good bundle.</summary>
    public Task TimeOverAsync(CancellationToken ct) =>
        queue.RunAsync(
            async turn =>
            {
                if (reconciler.Pending is not { } pending || reconciler.Timer.Left > TimeSpan.Zero)
                    return;
                const string why = "it was not confirmed in time";
                if (await reconciler.Rollbacks.PendingAsync(why, turn.Ct) is not { } undone)
                    return;
                reports.Add(undone);
                if (!undone.Succeeded)
                    return; // The timer stays armed, and the next turn tries again.
                Restored(pending.Digest, why, cutOff: pending.Verified);
                await EnforceAsync(turn);
            },
            ct
        );

    /// <summary>Keeps shadow routes equal to their owners' routes, and alive.</summary>
    /// <returns>When to call again at the latest; <see langword="null"/> when nothing expires before the next turn.</returns>
    public async Task<TimeSpan?> FollowOwnersAsync(CancellationToken ct)
    {
        TimeSpan? again = null;
        await queue.RunAsync(turn => queue.TryAsync(async () => again = await reconciler.Owners.FollowAsync(turn.Ct)), ct);
        return again;
    }

    /// <summary>The daemon stops.</summary>
    public Task StandDownAsync() => queue.RunAsync(async turn => await reconciler.Owners.StandDownAsync(turn.Ct), CancellationToken.None);

    /// <summary>Returns when no turn is in progress: the daemon's sign of life.</summary>
    public Task PulseAsync(CancellationToken ct) => queue.RunAsync(_ => Task.CompletedTask, ct);

    internal async Task EnforceAsync(Turn turn)
    {
        var onlyLooked = false;
        await queue.TryAsync(async () =>
        {
            await reconciler.Owners.FollowAsync(turn.Ct);
            store.StoreLate();
            EndWaiting();
            store.NoteClock(clock.GetUtcNow());
            if (store.Content.Wanted is { } wanted)
            {
                await EnforceAsync(turn, wanted);
                return;
            }
            await LookAsync(turn);
            onlyLooked = true;
        });
        if (onlyLooked)
            return; // nothing was made that must be renewed
        Turned.Set();
        afterTurn();
    }

    private async Task EnforceAsync(Turn turn, StoredBundle wanted)
    {
        var result = await reconciler.ReconcileAsync(wanted.Content, turn.Ct);
        queue.Clear();
        Settle(wanted, result);
        reports.Add(result);
    }

    /// <summary>Nothing is required, but what the host has is still reported.</summary>
    internal async Task LookAsync(Turn turn)
    {
        var seen =
            Overrides.Read(reconciler.State).Count > 0 && reconciler.Hold is null
                ? await reconciler.OverrideAsync(null, turn.Ct)
                : await reconciler.PlanAsync(null, turn.Ct);
        queue.Clear();
        var held = store.Content.Rejected is not null;
        var why = held ? store.Content.RejectedBecause : "no policy is required of this host";
        reports.Add(
            seen with
            {
                State = seen.State with
                {
                    Phase = held ? BundlePhase.PutBack : BundlePhase.None,
                    Reason = seen.State.Hold is { } by ? $"{why.TrimEnd('.')}; {by}" : why,
                },
            }
        );
    }

    /// <summary>What waits to be confirmed is kept.</summary>
    internal void Confirmed(HostEvent confirmed)
    {
        // The timer is disarmed by now, so the candidate stands as accepted.
        if (store.Content.Candidate is { } candidate)
            store.Save(BundleLife.Advance(store.Content, candidate.Held.Digest, BundleTrigger.Kept, armed: candidate.Held.Digest).Kept);
        reports.Add(confirmed);
        if (reports.Latest is { } latest)
            reports.Add(
                latest with
                {
                    Events = [],
                    Evidence = [],
                    Pending = null,
                    State = latest.State with { Phase = BundlePhase.Applied },
                }
            );
        TimerMoved.Set();
    }

    private void Settle(StoredBundle wanted, Reconciliation result)
    {
        // Also of a bundle that is good already: its first write may come with a route that came late.
        if (result.Pending is not null)
        {
            TimerMoved.Set();
            return;
        }
        if (store.Content.Candidate is not { } candidate || candidate != wanted)
            return;
        // It is tried when the host enforces again.
        if (result.Plan.Observing is not null)
            return;
        // Restored because a step failed while the timer was armed. Without a timer, which a plan without steps never arms, it is reported
        // and tried again.
        if (!result.Succeeded && wanted.Content.ConfirmSeconds is not null && result.Plan.Steps.Count > 0)
            Restored(candidate.Held.Digest, result.State.Reason, cutOff: false);
        else
            store.Save(BundleLife.Advance(store.Content, candidate.Held.Digest, BundleTrigger.Settled, armed: null).Kept);
    }

    private void Restored(string digest, string why, bool cutOff)
    {
        var undoing = new Undoing(clock.GetUtcNow(), $"Not enforced: {why}.", cutOff);
        store.Undo(BundleLife.Restore(store.Content, digest, reconciler.Pending?.Digest, undoing).Kept);
        TimerMoved.Set();
        reports.Changed.Set();
    }

    /// <summary>The hold is over: what came meanwhile is tried, unless it has expired; then the server sends it anew.</summary>
    private void EndWaiting()
    {
        if (store.Content.Waiting is not { } waiting || reconciler.Hold is not null)
            return;
        var good = waiting.Local || waiting.Held.Expires > clock.GetUtcNow();
        var on = good ? BundleTrigger.HoldEnded : BundleTrigger.Expired;
        var move = BundleLife.Advance(store.Content, waiting.Held.Digest, on, reconciler.Pending?.Digest);
        store.Save(move.To == move.From ? store.Content with { Waiting = null } : move.Kept);
    }
}
