using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>What the server may ask for: it offers bundles, and its answer confirms what was set.</summary>
/// <param name="queue">Gives the turns.</param>
/// <param name="enforcement">Tries what is accepted.</param>
/// <param name="reconciler">Knows the hold and the dead-man timer.</param>
/// <param name="store">Keeps bundles.</param>
/// <param name="reports">Receive what happened.</param>
/// <param name="clock">Dates.</param>
public sealed class BundleIntake(
    TurnQueue queue,
    Enforcement enforcement,
    Reconciler reconciler,
    BundleStore store,
    HostReports reports,
    TimeProvider clock
)
{
    private BundleCheck.Refused? _lastRefusal;

    /// <summary>The part of a check-in that says what this host enforces.</summary>
    public (HeldBundle? Held, string? Rejected) Holding =>
        (store.Content.Wanted?.Held, _lastRefusal?.Digest ?? store.Content.Waiting?.Held.Digest ?? store.Content.Rejected);

    /// <summary>When and why the agent restored what <see cref="Holding"/> rejects.</summary>
    public RestoredBundle? Restored =>
        store.Content is { RejectedAt: { } at } kept && kept.Rejected == Holding.Rejected ? new(at, kept.RejectedCutOff) : null;

    /// <summary>The highest sequence ever accepted, where that is above what this host enforces: nothing below it is accepted.</summary>
    public long? Floor =>
        store.Content.Highest is { } highest && highest.Sequence > (store.Content.Wanted?.Held.Sequence ?? 0) ? highest.Sequence : null;

    /// <summary>The armed dead-man timer; <see langword="null"/> when none is.</summary>
    public PendingConfirm? Pending => reconciler.Pending;

    /// <summary>The transaction that only waits for the server's answer; <see langword="null"/> when none does.</summary>
    public long? WaitsForServer => reconciler.Pending is { Verified: true } pending ? pending.Transaction : null;

    /// <summary>The server offers a bundle.</summary>
    /// <param name="envelope">As received.</param>
    /// <param name="verifier">Judges it.</param>
    /// <param name="announced">Takes what a genuine bundle says this host is to trust, before the bundle is tried.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <returns>
    /// <see langword="false"/> when it was refused, was undone before and is not to be tried again yet, or waits already; the last good one
    /// stays.
    /// </returns>
    public async Task<bool> OfferAsync(Envelope envelope, BundleVerifier verifier, Action<Trust> announced, CancellationToken ct)
    {
        var accepted = false;
        await queue.RunAsync(
            async turn =>
            {
                switch (verifier.Verify(envelope, store.Floor))
                {
                    case BundleCheck.Refused refused:
                        Refuse(refused);
                        break;
                    case BundleCheck.Accepted good:
                        _lastRefusal = null;
                        reports.NoteRefusal(null);
                        NoteClock(good);
                        if (good.Bundle.Trust is { } trust)
                            announced(trust);
                        accepted = await AcceptAsync(turn, good);
                        break;
                }
            },
            ct
        );
        return accepted;
    }

    /// <summary>The server answered a call that was made while this transaction waited for it, over a connection opened since.</summary>
    public Task ReachedAsync(long transaction, CancellationToken ct) =>
        queue.RunAsync(
            _ =>
            {
                if (WaitsForServer == transaction && reconciler.Timer.ServerReached() is { } confirmed)
                    enforcement.Confirmed(confirmed);
                return Task.CompletedTask;
            },
            ct
        );

    /// <summary>Nothing is required any more: the host has left the fleet.</summary>
    public Task ForgetAsync(CancellationToken ct) =>
        queue.RunAsync(
            turn =>
            {
                store.Delete();
                _lastRefusal = null;
                reports.NoteRefusal(null);
                return enforcement.LookAsync(turn);
            },
            ct
        );

    private async Task<bool> AcceptAsync(Turn turn, BundleCheck.Accepted good)
    {
        var before = store.Content;
        var mayTry = before.Rejected != good.Digest || before.MayTryAgain(good.Held.Sequence, clock.GetUtcNow());
        var on =
            reconciler.Hold is not null ? BundleTrigger.CameDuringHold
            : mayTry ? BundleTrigger.Came
            : BundleTrigger.CameTooSoon;
        store.Raise(good, clock.GetUtcNow());
        var bundle = new StoredBundle(good.Held, good.Bundle.Content);
        var move = BundleLife.Arrive(before with { Highest = good.Held }, bundle, on, reconciler.Pending?.Digest);
        store.Save(move.Kept);
        if (move.To == BundleStage.Waiting && on == BundleTrigger.CameDuringHold)
        {
            var text = $"Bundle {good.Held.Sequence} came and waits: {PolicyName.Of(bundle.Content)}. The host is {reconciler.Hold}.";
            return await WaitAsync(turn, move, bundle, text);
        }
        if (move.IsNewAttempt)
        {
            reports.Add(new HostEvent(HostEventKind.Received, good.Digest, Came(before, bundle)));
            await enforcement.EnforceAsync(turn);
        }
        return mayTry;
    }

    /// <summary>Reports once that a bundle waits for the end of the hold.</summary>
    /// <returns>True when it is new here: then the server must learn at once that it has come.</returns>
    private async Task<bool> WaitAsync(Turn turn, BundleMove move, StoredBundle bundle, string text)
    {
        if (move.From == BundleStage.Waiting)
            return false;
        reports.Add(new HostEvent(HostEventKind.Received, bundle.Held.Digest, text));
        await enforcement.EnforceAsync(turn);
        return true;
    }

    private static string Came(StoredBundles before, StoredBundle bundle)
    {
        var policy = PolicyName.Of(bundle.Content);
        return before.Rejected == bundle.Held.Digest
            ? $"Bundle {bundle.Held.Sequence} came again and is tried again: {policy}. {before.RejectedBecause}"
            : $"Bundle {bundle.Held.Sequence} came: {policy}.";
    }

    private void NoteClock(BundleCheck.Accepted good)
    {
        if (good.SetBack.Length == 0)
            return;
        var text =
            $"Bundle {good.Held.Sequence} came, and {good.SetBack}. Such a clock cannot show whether an older bundle has expired. Check "
            + "the time source.";
        reports.Add(new HostEvent(HostEventKind.Received, good.Digest, text));
    }

    private void Refuse(BundleCheck.Refused refused)
    {
        var known = _lastRefusal is { } last && IsSame(last, refused);
        _lastRefusal = refused;
        if (known)
            return;
        var text = $"A bundle was refused: {refused.Reason}. What was enforced before stays.";
        reports.Add(new HostEvent(HostEventKind.Rejected, refused.Digest ?? "", text));
        reports.NoteRefusal(refused.Reason);
    }

    /// <summary>The same refusal is reported once.</summary>
    private static bool IsSame(BundleCheck.Refused one, BundleCheck.Refused other) =>
        (one.Fault, one.Digest) == (other.Fault, other.Digest) && (one.IsOfClock || one.Reason == other.Reason);
}
