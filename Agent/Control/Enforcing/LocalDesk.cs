using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>What a person at this host may ask for: plan, verify, apply, confirm and roll back.</summary>
/// <param name="queue">Gives the turns.</param>
/// <param name="enforcement">Tries what is applied.</param>
/// <param name="reconciler">Plans, measures and restores.</param>
/// <param name="store">Keeps bundles.</param>
/// <param name="reports">Receive what happened.</param>
public sealed class LocalDesk(TurnQueue queue, Enforcement enforcement, Reconciler reconciler, BundleStore store, HostReports reports)
{
    private BundleContent? Wanted => store.Content.Wanted?.Content;

    /// <summary>What applying this would change; <see langword="null"/> content stands for what is required now.</summary>
    public async Task<Reconciliation> PlanAsync(BundleContent? content, CancellationToken ct) =>
        await reconciler.PlanAsync(content ?? Wanted, ct);

    /// <summary>Reads back and measures what is required now.</summary>
    public async Task<Reconciliation> VerifyAsync(CancellationToken ct)
    {
        var seen = await reconciler.VerifyAsync(Wanted, ct);
        reports.AddVerified(seen);
        return seen;
    }

    /// <summary>Makes the host what a person's policy says, until the server sends another bundle than the one it has now.</summary>
    public Task ApplyAsync(BundleContent content, CancellationToken ct) =>
        queue.RunAsync(
            turn =>
            {
                var before = store.Content;
                var server =
                    before.Candidate is { Local: false } candidate ? candidate
                    : before.LastGood is { Local: false } good ? good
                    : null;
                var move = BundleLife.Arrive(before, Local(content), BundleTrigger.Came, reconciler.Pending?.Digest);
                store.Save(
                    move.Kept with
                    {
                        Rejected = server?.Held.Digest ?? before.Rejected,
                        RejectedAt = null,
                        RejectedBecause = $"Not enforced: '{content.Policy}' was applied on this host instead.",
                    }
                );
                return enforcement.EnforceAsync(turn);
            },
            ct
        );

    /// <summary>Identity of what the policy file said last; <see langword="null"/> without one.</summary>
    public string? FileDigest { get; private set; }

    /// <summary>Makes the host what the policy file says, unless exactly that was undone before.</summary>
    public Task FollowFileAsync(BundleContent content, CancellationToken ct) =>
        queue.RunAsync(
            turn =>
            {
                var (kept, file) = (store.Content, Local(content));
                FileDigest = file.Held.Digest;
                if (kept.Wanted?.Held.Digest == file.Held.Digest)
                    return enforcement.EnforceAsync(turn);
                var on =
                    kept.Rejected == file.Held.Digest ? BundleTrigger.CameTooSoon
                    : reconciler.Hold is not null ? BundleTrigger.CameDuringHold
                    : BundleTrigger.Came;
                var move = BundleLife.Arrive(kept, file, on, reconciler.Pending?.Digest);
                store.Save(move.Kept);
                if (move is { To: BundleStage.Waiting, From: not BundleStage.Waiting })
                {
                    var text = $"The policy file says {PolicyName.Of(content)}, and that waits. The host is {reconciler.Hold}.";
                    reports.Add(new HostEvent(HostEventKind.Received, file.Held.Digest, text));
                }
                return enforcement.EnforceAsync(turn);
            },
            ct
        );

    /// <summary>Keeps what waits to be confirmed.</summary>
    /// <returns><see langword="false"/> when nothing waits.</returns>
    public async Task<bool> ConfirmAsync(CancellationToken ct)
    {
        var waited = false;
        await queue.RunAsync(
            _ =>
            {
                waited = reconciler.Pending is not null;
                if (reconciler.Timer.Confirm("by hand") is { } confirmed)
                    enforcement.Confirmed(confirmed);
                return Task.CompletedTask;
            },
            ct
        );
        return waited;
    }

    /// <summary>Restores, and enforces nothing until other content than now comes.</summary>
    /// <param name="all">Everything that was ever changed, not the last apply alone.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <returns>
    /// What was restored, or that there was nothing; <see langword="null"/> when the state directory cannot be used
    /// (<see cref="TurnQueue.Trouble"/>).
    /// </returns>
    public async Task<ChangeRollback?> RollbackAsync(bool all, CancellationToken ct)
    {
        ChangeRollback? result = null;
        await queue.RunAsync(
            async turn =>
            {
                if (
                    (all ? await reconciler.Rollbacks.AllAsync(turn.Ct) : await reconciler.Rollbacks.LastAsync(turn.Ct)) is not { } restored
                )
                {
                    result = new ChangeRollback(null, await reconciler.Rollbacks.NothingAsync(turn.Ct));
                    return;
                }
                WantNothing();
                reports.Add(restored);
                result = new ChangeRollback(restored, restored.State.Reason)
                {
                    Next = reconciler.Rollbacks.Next(restored),
                    NotStored = store.NotStored,
                };
            },
            ct
        );
        return result;
    }

    /// <summary>The same for everything.</summary>
    /// <returns>Why something is not restored, as sentences, and the state of the host; empty when everything is.</returns>
    public async Task<(string Problem, HostState? State)> RestoreAllAsync(CancellationToken ct) =>
        await RollbackAsync(all: true, ct) switch
        {
            null => (queue.Trouble, null),
            { Turn: { Succeeded: false } turn } => (turn.State.Reason, turn.State),
            _ => ("", null),
        };

    /// <summary>Undoes one change, and enforces nothing more unless a later policy stays in force.</summary>
    /// <param name="id">As in the journal.</param>
    /// <param name="andLater">True to undo every later change, too.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <returns>
    /// What was restored, or why nothing was; <see langword="null"/> when the state directory cannot be used
    /// (<see cref="TurnQueue.Trouble"/>).
    /// </returns>
    public async Task<ChangeRollback?> RollbackChangeAsync(long id, bool andLater, CancellationToken ct)
    {
        ChangeRollback? result = null;
        await queue.RunAsync(
            async turn =>
            {
                var undone = await reconciler.Rollbacks.OneAsync(id, andLater, turn.Ct);
                if (undone.Turn is { } restored)
                {
                    if (!undone.StillHeld)
                        WantNothing();
                    reports.Add(restored);
                    if (undone.StillHeld)
                        await enforcement.EnforceAsync(turn);
                }
                result = undone with { NotStored = store.NotStored };
            },
            ct
        );
        return result;
    }

    private void WantNothing()
    {
        store.Undo(BundleLife.RollBack(store.Content, Undoing.ByHand));
        enforcement.TimerMoved.Set();
        reports.Changed.Set();
    }

    private static StoredBundle Local(BundleContent content) =>
        new(new HeldBundle(0, BundleDigest.Of(content), DateTimeOffset.MaxValue), content);
}
