using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What a person at this host may ask for.</summary>
public sealed partial class Enforcement
{
    /// <summary>What applying this would change; <see langword="null"/> content stands for what is wanted now.</summary>
    public async Task<Reconciliation> PlanAsync(BundleContent? content, CancellationToken ct) =>
        await _reconciler.PlanAsync(content ?? _store.Content.Wanted?.Content ?? BundleContent.Nothing, ct);

    /// <summary>Reads back and measures what is wanted now.</summary>
    public async Task<Reconciliation> VerifyAsync(CancellationToken ct)
    {
        var seen = await _reconciler.VerifyAsync(_store.Content.Wanted?.Content ?? BundleContent.Nothing, ct);
        _reporter?.Report(seen.State with { Held = _store.Content.Wanted?.Held }, [], seen.Evidence);
        return seen;
    }

    /// <summary>Makes the host what a person's policy says, until the server sends another bundle than the one it has now.</summary>
    public Task ApplyAsync(BundleContent content, CancellationToken ct) => AloneAsync(
        () =>
        {
            var kept = _store.Content;
            var local = new StoredBundle(new HeldBundle(0, BundleDigest.Of(content), DateTimeOffset.MaxValue), content);
            var server = kept.Candidate is { Local: false } candidate ? candidate : kept.LastGood is { Local: false } good ? good : null;
            return TryAsync(
                local,
                kept with { Rejected = server?.Held.Digest ?? kept.Rejected, RejectedAt = null, RejectedBecause = $"Not enforced: '{content.Policy}' was applied on this host instead." },
                ct);
        },
        ct);

    /// <summary>Makes the host what the policy file says, unless exactly that was put back before.</summary>
    public Task FollowAsync(BundleContent content, CancellationToken ct) => AloneAsync(
        () =>
        {
            var kept = _store.Content;
            var digest = BundleDigest.Of(content);
            if (kept.Rejected == digest || kept.Wanted?.Held.Digest == digest)
                return EnforceAsync(ct);
            var file = new StoredBundle(new HeldBundle(0, digest, DateTimeOffset.MaxValue), content);
            if (_reconciler.Hold is { } hold)
                return WaitAsync(file, kept, $"The policy file says {PolicyName.Of(content)}, and that waits. The host is {hold}.", ct);
            return TryAsync(file, kept.WithoutRejection, ct);
        },
        ct);

    /// <summary>Keeps what waits to be confirmed.</summary>
    /// <returns><see langword="false"/> when nothing waits.</returns>
    public async Task<bool> ConfirmAsync(CancellationToken ct)
    {
        var waited = false;
        await AloneAsync(
            () =>
            {
                waited = _reconciler.Pending is not null;
                return ConfirmWith(() => _reconciler.Confirm("by hand"));
            },
            ct);
        return waited;
    }

    /// <summary>Puts back, and holds: nothing is enforced until other content than now comes.</summary>
    /// <param name="all">Everything that was ever changed, not the last apply alone.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <returns>What was put back; <see langword="null"/> when nothing could be.</returns>
    public async Task<Reconciliation?> RollbackAsync(bool all, CancellationToken ct)
    {
        Reconciliation? result = null;
        await AloneAsync(
            async () =>
            {
                if (all)
                    Overrides.Write(_reconciler.State, []);
                result = all ? await _reconciler.RollbackAllAsync(ct) : await _reconciler.RollbackAsync(ct);
                if (result is null)
                    return;
                Hold();
                Tell(result);
            },
            ct);
        return result;
    }

    /// <summary>Puts back one change, and holds unless a later policy stays in force.</summary>
    /// <param name="id">As in the journal.</param>
    /// <param name="andLater">True to put back every later change, too.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <returns>What was put back, or why nothing was; <see langword="null"/> when the state directory cannot be used (<see cref="Trouble"/>).</returns>
    public async Task<ChangeRollback?> RollbackChangeAsync(long id, bool andLater, CancellationToken ct)
    {
        ChangeRollback? result = null;
        await AloneAsync(
            async () =>
            {
                result = await _reconciler.RollbackChangeAsync(id, andLater, ct);
                if (result.Turn is not { } turn)
                    return;
                if (!result.StillHeld)
                    Hold();
                Tell(turn);
                if (result.StillHeld)
                    await EnforceAsync(ct);
            },
            ct);
        return result;
    }

    /// <summary>Nothing is wanted any more: the host has left the fleet.</summary>
    public Task ForgetAsync(CancellationToken ct) => AloneAsync(
        () =>
        {
            _store.Delete();
            _lastRefusal = null;
            return LookAsync(ct);
        },
        ct);

    private void Hold()
    {
        var kept = _store.Content;
        _store.Save(kept with
        {
            Candidate = null,
            LastGood = null,
            Rejected = kept.Wanted?.Held.Digest ?? kept.Rejected,
            RejectedAt = null,
            RejectedBecause = "Rolled back by hand; held until another bundle comes.",
        });
        TimerMoved.Set();
        Changed.Set();
    }
}
