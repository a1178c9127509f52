using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Standing;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>What an administrator of the host decides above every policy: a hold, and overrides of single targets.</summary>
public sealed class StandingDesk
{
    private readonly TurnQueue _queue;
    private readonly Enforcement _enforcement;
    private readonly Reconciler _reconciler;
    private readonly BundleStore _store;
    private readonly HostReports _reports;
    private string _knownHold;

    /// <summary>Over the same host as the enforcement.</summary>
    public StandingDesk(TurnQueue queue, Enforcement enforcement, Reconciler reconciler, BundleStore store, HostReports reports)
    {
        (_queue, _enforcement, _reconciler, _store, _reports) = (queue, enforcement, reconciler, store, reports);
        _knownHold = Text(reconciler.Hold);
    }

    /// <summary>The hold in force; <see langword="null"/> when there is none.</summary>
    public HoldState? Held => _reconciler.Hold;

    /// <summary>True when a policy requires anything of this host.</summary>
    public bool HasPolicy => _store.Content.Wanted is not null;

    /// <summary>From now on nothing is changed, until the hold is released or over.</summary>
    /// <returns>Why it cannot be held now, as a sentence; empty when it is.</returns>
    public async Task<string> HoldAsync(HoldState hold, CancellationToken ct)
    {
        var problem = "";
        var held = false;
        await _queue.RunAsync(
            async turn =>
            {
                if (_reconciler.Pending is { } pending)
                {
                    problem =
                        $"{PolicyName.Of(pending.Policy, pending.Revision)} waits to be confirmed and would be undone during the hold. "
                        + "Run 'iwtune confirm' or 'iwtune rollback' first.";
                    return;
                }
                Holds.Place(_reconciler.State, hold);
                held = true;
                await NoticeAsync(turn);
            },
            ct
        );
        return held || problem.Length > 0 ? problem : $"The host is not held. {_queue.Trouble}";
    }

    /// <summary>Ends every hold, and repairs again the targets whose owners undid too many repairs; what waited is tried at once.</summary>
    /// <returns>The hold that ended; <see langword="null"/> when there was none.</returns>
    public async Task<HoldState?> ReleaseAsync(CancellationToken ct)
    {
        HoldState? ended = null;
        await _queue.RunAsync(
            async turn =>
            {
                ended = _reconciler.Hold;
                Holds.Release(_reconciler.State);
                _reconciler.Forgive();
                await NoticeAsync(turn);
                if (ended is null)
                    await _enforcement.EnforceAsync(turn);
            },
            ct
        );
        return ended;
    }

    /// <summary>Notices that a hold came or ended: by a file that was dropped or removed, or by its time.</summary>
    public Task LookAsync(CancellationToken ct) =>
        Text(_reconciler.Hold) == _knownHold ? Task.CompletedTask : _queue.RunAsync(NoticeAsync, ct);

    /// <summary>Changes the overrides, and sets what they say.</summary>
    /// <param name="change">From the present overrides to the new ones.</param>
    /// <param name="text">What happened, for the event.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <returns><see langword="false"/> when they are what they were: nothing was done.</returns>
    public async Task<bool> OverrideAsync(
        Func<IReadOnlyList<LocalOverride>, IReadOnlyList<LocalOverride>> change,
        string text,
        CancellationToken ct
    )
    {
        var changed = false;
        await _queue.RunAsync(
            async turn =>
            {
                var before = Overrides.Read(_reconciler.State);
                var after = change(before);
                changed = !before.SequenceEqual(after);
                if (!changed)
                    return;
                Overrides.Write(_reconciler.State, after);
                _reports.Add(new HostEvent(HostEventKind.Overridden, "", text));
                if (_store.Content.Wanted is { } wanted)
                {
                    _reports.Add(await _reconciler.OverrideAsync(wanted.Content, turn.Ct));
                    return;
                }
                var cleared = before.Except(after).Select(gone => gone.Target).ToHashSet(StringComparer.Ordinal);
                if (after.Count < before.Count)
                    _reports.Add(await _reconciler.Rollbacks.OverridesAsync(cleared, turn.Ct));
                await _enforcement.LookAsync(turn);
            },
            ct
        );
        return changed;
    }

    private async Task NoticeAsync(Turn turn)
    {
        var now = _reconciler.Hold;
        if (Text(now) == _knownHold)
            return;
        _knownHold = Text(now);
        _reports.Add(
            now is null
                ? new HostEvent(HostEventKind.Released, "", "The host is held no more.")
                : new HostEvent(HostEventKind.Held, "", $"Nothing is changed on this host: {now}.")
        );
        _reports.Changed.Set();
        await _enforcement.EnforceAsync(turn);
    }

    private static string Text(HoldState? hold) => hold is null ? "" : $"{hold}";
}
