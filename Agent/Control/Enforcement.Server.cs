using IwTune.Agent.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What the server may ask for.</summary>
public sealed partial class Enforcement
{
    private BundleCheck.Refused? _lastRefusal;

    /// <summary>The part of a check-in that says what this host enforces.</summary>
    public (HeldBundle? Held, string? Rejected) Holding => (_store.Content.Wanted?.Held, _lastRefusal?.Digest ?? _store.Content.Waiting?.Held.Digest ?? _store.Content.Rejected);

    /// <summary>The highest sequence ever accepted, where that is above what this host enforces: it takes nothing below.</summary>
    public long? Floor => _store.Content.Highest is { } highest && highest.Sequence > (_store.Content.Wanted?.Held.Sequence ?? 0) ? highest.Sequence : null;

    /// <summary>Told of what an accepted bundle says that this host is to trust.</summary>
    public Action<Trust> Announced { get; set; } = _ => { };

    /// <summary>The server offers a bundle.</summary>
    /// <returns><see langword="false"/> when it was refused, put back before and not to be tried again yet, or waits already; the last good one stays.</returns>
    public async Task<bool> OfferAsync(Envelope envelope, BundleVerifier verifier, CancellationToken ct)
    {
        var accepted = false;
        await AloneAsync(
            async () =>
            {
                switch (verifier.Verify(envelope, _store.Floor))
                {
                    case BundleCheck.Refused refused:
                        Refuse(refused);
                        break;
                    case BundleCheck.Accepted good:
                        _lastRefusal = null;
                        if (good.SetBack.Length > 0)
                            Tell(new HostEvent(HostEventKind.Received, good.Digest, $"Bundle {good.Held.Sequence} came, and {good.SetBack}. Such a clock cannot show whether an older bundle has expired. Check the time source."));
                        if (good.Bundle.Trust is { } trust)
                            Announced(trust);
                        accepted = await AcceptAsync(good, ct);
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

    /// <returns><see langword="false"/> for a content that was put back and is not to be tried again yet.</returns>
    private async Task<bool> AcceptAsync(BundleCheck.Accepted good, CancellationToken ct)
    {
        var again = _store.Content.Rejected == good.Digest;
        var mayTry = !again || _store.Content.MayTryAgain(good.Held.Sequence, _clock.GetUtcNow());
        _store.Raise(good, _clock.GetUtcNow());
        var kept = _store.Content with { Highest = good.Held };
        var bundle = new StoredBundle(good.Held, good.Bundle.Content);
        if (kept.Candidate?.Held.Digest == good.Digest)
            _store.Save(kept with { Candidate = bundle, Waiting = null });
        else if (kept.Candidate is null && kept.LastGood?.Held.Digest == good.Digest)
            _store.Save(kept with { LastGood = bundle, Waiting = null });
        else if (_reconciler.Hold is { } hold)
            return await WaitAsync(bundle, kept, $"Bundle {good.Held.Sequence} came and waits: {PolicyName.Of(bundle.Content)}. The host is {hold}.", ct);
        else if (!mayTry)
            _store.Save(kept);
        else
        {
            var content = good.Bundle.Content;
            var came = again ? $"came again and is tried again: {PolicyName.Of(content)}. {kept.RejectedBecause}" : $"came: {PolicyName.Of(content)}.";
            Tell(new HostEvent(HostEventKind.Received, good.Digest, $"Bundle {good.Held.Sequence} {came}"));
            await TryAsync(bundle, kept.WithoutRejection, ct);
        }
        return mayTry;
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
