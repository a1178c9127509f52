using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What the server may ask for.</summary>
public sealed partial class Enforcement
{
    private BundleCheck.Refused? _lastRefusal;

    /// <summary>The part of a check-in that says what this host enforces.</summary>
    public (HeldBundle? Held, string? Rejected) Holding => (_store.Content.Wanted?.Held, _lastRefusal?.Digest ?? _store.Content.Rejected);

    /// <summary>The server offers a bundle.</summary>
    /// <returns><see langword="false"/> when it was refused; the last good one stays.</returns>
    public async Task<bool> OfferAsync(Envelope envelope, BundleVerifier verifier, CancellationToken ct)
    {
        var accepted = false;
        await AloneAsync(
            async () =>
            {
                switch (verifier.Verify(envelope, _store.Content.Highest))
                {
                    case BundleCheck.Refused refused:
                        Refuse(refused);
                        break;
                    case BundleCheck.Accepted good:
                        _lastRefusal = null;
                        await AcceptAsync(good, ct);
                        accepted = true;
                        break;
                }
            },
            ct);
        return accepted;
    }

    /// <summary>The transaction that only waits for the server's voice; <see langword="null"/> when none does.</summary>
    public long? WaitsForServer => _reconciler.Pending is { Verified: true } pending ? pending.Transaction : null;

    /// <summary>The server answered a call that was made while this transaction waited for it, over a connection opened since.</summary>
    public Task ReachedAsync(long transaction, CancellationToken ct) => AloneAsync(
        () => WaitsForServer == transaction ? ConfirmWith(_reconciler.ServerReached) : Task.CompletedTask, ct);

    private async Task AcceptAsync(BundleCheck.Accepted good, CancellationToken ct)
    {
        var kept = _store.Content with { Highest = good.Held };
        var bundle = new StoredBundle(good.Held, good.Bundle.Content);
        if (kept.Candidate?.Held.Digest == good.Digest)
            _store.Save(kept with { Candidate = bundle });
        else if (kept.Candidate is null && kept.LastGood?.Held.Digest == good.Digest)
            _store.Save(kept with { LastGood = bundle });
        else if (kept.Rejected == good.Digest)
            _store.Save(kept);
        else
        {
            var content = good.Bundle.Content;
            var name = content.Policy is null ? "no policy" : $"{content.Policy} revision {content.Revision}";
            Tell(new HostEvent(HostEventKind.Received, good.Digest, $"Bundle {good.Held.Sequence} came: {name}."));
            await TryAsync(bundle, kept with { Rejected = null, RejectedBecause = "" }, ct);
        }
    }

    private void Refuse(BundleCheck.Refused refused)
    {
        // The same refusal again is no news.
        if (refused == _lastRefusal)
            return;
        _lastRefusal = refused;
        Tell(new HostEvent(HostEventKind.Rejected, refused.Digest ?? "", $"A bundle was refused: {refused.Reason}. What was enforced before stays."));
    }

    private Task ConfirmWith(Func<HostEvent?> confirm)
    {
        if (confirm() is not { } confirmed)
            return Task.CompletedTask;
        if (_store.Content.Candidate is { } candidate)
            Promote(candidate);
        Tell(confirmed);
        if (Latest is { } latest)
            Tell(latest with { Events = [], Evidence = [], Pending = null, State = latest.State with { Phase = BundlePhase.Applied } });
        TimerMoved.Set();
        return Task.CompletedTask;
    }
}
