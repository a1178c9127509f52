using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Standing;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What an administrator of the host decides above every policy: a hold, and overrides of single targets.</summary>
public sealed partial class Enforcement
{
    private string _knownHold;

    /// <summary>The hold in force; <see langword="null"/> when there is none.</summary>
    public HoldState? Held => _reconciler.Hold;

    /// <summary>From now on nothing is changed, until it is released or over.</summary>
    /// <returns>Why it cannot be held now, as a sentence; empty when it is.</returns>
    public async Task<string> HoldAsync(HoldState hold, CancellationToken ct)
    {
        var problem = "";
        var held = false;
        await AloneAsync(
            async () =>
            {
                if (_reconciler.Pending is { } pending)
                {
                    problem = $"{PolicyName.Of(pending.Policy, pending.Revision)} waits to be confirmed and would be put back during the hold. Run 'iwtune confirm' or 'iwtune rollback' first.";
                    return;
                }
                Holds.Place(_reconciler.State, hold);
                held = true;
                await NoticeHoldAsync(ct);
            },
            ct);
        return held || problem.Length > 0 ? problem : $"The host is not held. {Trouble}";
    }

    /// <summary>Ends every hold and gives up no route any more; what waited is tried at once.</summary>
    /// <returns>The hold that ended; <see langword="null"/> when there was none.</returns>
    public async Task<HoldState?> ReleaseAsync(CancellationToken ct)
    {
        HoldState? ended = null;
        await AloneAsync(
            async () =>
            {
                ended = _reconciler.Hold;
                Holds.Release(_reconciler.State);
                _reconciler.Forgive();
                await NoticeHoldAsync(ct);
                if (ended is null)
                    await EnforceAsync(ct);
            },
            ct);
        return ended;
    }

    /// <summary>Changes the overrides and makes the host so.</summary>
    /// <param name="change">From the overrides there are to those there shall be.</param>
    /// <param name="told">What happened, for the event.</param>
    /// <param name="ct">Stops only between steps.</param>
    public Task OverrideAsync(Func<IReadOnlyList<LocalOverride>, IReadOnlyList<LocalOverride>> change, string told, CancellationToken ct) => AloneAsync(
        async () =>
        {
            var before = Overrides.Read(_reconciler.State);
            var after = change(before);
            Overrides.Write(_reconciler.State, after);
            Tell(new HostEvent(HostEventKind.Overridden, "", told));
            if (_store.Content.Wanted is null && after.Count < before.Count)
                Tell(await _reconciler.UnsetAsync(before.Except(after).Select(gone => gone.Target).ToHashSet(StringComparer.Ordinal), ct));
            if (_store.Content.Wanted is { } wanted)
                Tell(await _reconciler.OverrideAsync(wanted.Content, ct));
            else
                await LookAsync(ct);
        },
        ct);

    /// <summary>Looks whether a hold came or went: by a file that somebody dropped or removed, or because its time is over.</summary>
    public Task LookAtHoldAsync(CancellationToken ct) => Known(_reconciler.Hold) == _knownHold ? Task.CompletedTask : AloneAsync(() => NoticeHoldAsync(ct), ct);

    private async Task NoticeHoldAsync(CancellationToken ct)
    {
        var now = _reconciler.Hold;
        if (Known(now) == _knownHold)
            return;
        _knownHold = Known(now);
        Tell(now is null
            ? new HostEvent(HostEventKind.Released, "", "The host is held no more.")
            : new HostEvent(HostEventKind.Held, "", $"Nothing is changed on this host: {now}."));
        Changed.Set();
        await EnforceAsync(ct);
    }

    private static string Known(HoldState? hold) => hold is null ? "" : $"{hold}";

    /// <summary>Keeps a verified bundle for later; told once.</summary>
    /// <returns>True when it is new here: then the server is to hear at once that it has come; <see langword="false"/> when it came before.</returns>
    private async Task<bool> WaitAsync(StoredBundle bundle, StoredBundles kept, string told, CancellationToken ct)
    {
        var news = kept.Waiting?.Held.Digest != bundle.Held.Digest;
        _store.Save(kept with { Waiting = bundle });
        if (news)
        {
            Tell(new HostEvent(HostEventKind.Received, bundle.Held.Digest, told));
            await EnforceAsync(ct);
        }
        return news;
    }

    /// <summary>The hold is over: what came meanwhile is tried, unless it has expired; then the server sends it anew.</summary>
    private void EndWaiting()
    {
        var kept = _store.Content;
        if (kept.Waiting is not { } waiting || _reconciler.Hold is not null)
            return;
        var good = waiting.Local || waiting.Held.Expires > _clock.GetUtcNow();
        _store.Save(good ? kept.WithoutRejection with { Candidate = waiting, Waiting = null } : kept with { Waiting = null });
    }
}
