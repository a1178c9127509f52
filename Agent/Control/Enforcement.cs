using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Reporting;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>
/// Decides which content the host is to have and has the <see cref="Reconciler"/> make it so: a candidate is tried,
/// becomes the last good one, or is put back and rejected. One thing at a time.
/// </summary>
public sealed partial class Enforcement : IDisposable
{
    private readonly Reconciler _reconciler;
    private readonly BundleStore _store;
    private readonly TimeProvider _clock;
    private readonly AgentLog _log;
    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly Dictionary<(string, EvidenceMethod), Evidence> _measured = [];
    private Reporter? _reporter;

    /// <summary>Over a reconciler that has recovered, or is about to in <see cref="StartAsync"/>.</summary>
    public Enforcement(Reconciler reconciler, BundleStore store, TimeProvider clock, AgentLog log)
    {
        _reconciler = reconciler;
        _store = store;
        _clock = clock;
        _log = log;
        _knownHold = Known(reconciler.Hold);
    }

    /// <summary>Set whenever the server should learn of something at once: a change, or a timer that waits for its voice.</summary>
    public Signal Changed { get; } = new();

    /// <summary>Set after every turn, which may have made something that must be kept alive.</summary>
    public Signal Turned { get; } = new();

    /// <summary>Set whenever the dead-man timer was armed or disarmed.</summary>
    public Signal TimerMoved { get; } = new();

    /// <summary>As in <see cref="Surroundings.AfterTurn"/>.</summary>
    public Action AfterTurn { get; set; } = Surroundings.Usual.AfterTurn;

    /// <summary>What the last turn came to; <see langword="null"/> before the first.</summary>
    public Reconciliation? Latest { get; private set; }

    /// <summary>The latest evidence of each target and method.</summary>
    public IReadOnlyList<Evidence> Measured
    {
        get
        {
            lock (_measured)
                return [.. _measured.Values];
        }
    }

    /// <summary>Why the host could not be read the last time, as a sentence; empty when it could.</summary>
    public string Trouble { get; private set; } = "";

    /// <summary>What is kept.</summary>
    public StoredBundles Bundles => _store.Content;

    /// <summary>Digest of the bundle that is wanted; empty for none.</summary>
    public string WantedDigest => _store.Content.Wanted?.Held.Digest ?? "";

    /// <summary>The armed dead-man timer.</summary>
    public PendingConfirm? Pending => _reconciler.Pending;

    /// <summary>How long until the dead-man timer is over; <see langword="null"/> when none is armed.</summary>
    public TimeSpan? Left => _reconciler.Timer.Left;

    /// <summary>Settles what an earlier process left unfinished, before anything else.</summary>
    public Task StartAsync(CancellationToken ct) => AloneAsync(
        async () =>
        {
            if (_store.Problem.Length > 0)
                _log.Warn(_store.Problem);
            var pending = _reconciler.Pending;
            if (await _reconciler.RecoverAsync(ct) is not { } recovered)
                return;
            Reject(pending!.Digest, "the agent was interrupted before it was confirmed");
            Tell(recovered);
        },
        ct);

    /// <summary>From now on what happens is reported too.</summary>
    public void ReportTo(Reporter? to) => _reporter = to;

    /// <summary>Makes the host what is wanted; nothing when nothing is, or when a person's roll-back holds.</summary>
    public Task ReconcileAsync(CancellationToken ct) => AloneAsync(() => EnforceAsync(ct), ct);

    /// <summary>The dead-man timer is over: puts back, rejects, and returns to the last good bundle.</summary>
    public Task TimeOverAsync(CancellationToken ct) => AloneAsync(
        async () =>
        {
            if (_reconciler.Pending is not { } pending || _reconciler.Timer.Left > TimeSpan.Zero)
                return;
            const string why = "it was not confirmed in time";
            if (await _reconciler.PutBackAsync(why, ct) is not { } undone)
                return;
            Tell(undone);
            if (!undone.Succeeded)
                return; // The timer stays armed, and the next turn tries again.
            Reject(pending.Digest, why);
            await EnforceAsync(ct);
        },
        ct);

    /// <summary>Keeps shadow routes true to their owners' and alive.</summary>
    /// <returns>When to call again at the latest; <see langword="null"/> when nothing expires before the next turn.</returns>
    public async Task<TimeSpan?> FollowAsync(CancellationToken ct)
    {
        TimeSpan? again = null;
        await AloneAsync(
            async () =>
            {
                try
                {
                    again = await _reconciler.FollowAsync(ct);
                }
                catch (TunerUnavailableException e)
                {
                    Complain(e.Message);
                }
            },
            ct);
        return again;
    }

    /// <summary>The daemon stops.</summary>
    public Task StandDownAsync() => AloneAsync(async () => await _reconciler.StandDownAsync(CancellationToken.None), CancellationToken.None);

    /// <summary>Keeps and reports what was measured beside the turns.</summary>
    /// <param name="evidence">What was measured.</param>
    /// <param name="ct">Cancels the wait for the turn.</param>
    /// <param name="under">Digest of the bundle it was measured under; <see langword="null"/> for the one there is now.</param>
    public Task MeasuredAsync(IReadOnlyList<Evidence> evidence, CancellationToken ct, string? under = null) => AloneAsync(
        () =>
        {
            var digest = under ?? WantedDigest;
            List<Evidence> dated = [.. evidence.Select(measured => measured with { BundleDigest = digest })];
            Remember(dated);
            _reporter?.Report(dated);
            return Task.CompletedTask;
        },
        ct);

    /// <summary>Returns when nothing is under way: the daemon's sign of life.</summary>
    public Task PulseAsync(CancellationToken ct) => AloneAsync(() => Task.CompletedTask, ct);

    /// <inheritdoc/>
    public void Dispose() => _turn.Dispose();

    /// <summary>Replaces what is wanted by this bundle and tries it.</summary>
    private async Task TryAsync(StoredBundle candidate, StoredBundles kept, CancellationToken ct)
    {
        _store.Save(kept with { Candidate = candidate });
        await EnforceAsync(ct);
    }

    private async Task EnforceAsync(CancellationToken ct)
    {
        try
        {
            await _reconciler.FollowAsync(ct);
            EndWaiting();
            _store.NoteClock(_clock.GetUtcNow());
            if (_store.Content.Wanted is not { } wanted)
            {
                await LookAsync(ct);
                return;
            }
            var result = await _reconciler.ReconcileAsync(wanted.Content, ct);
            Trouble = "";
            Settle(wanted, result);
            Tell(result);
        }
        catch (TunerUnavailableException e)
        {
            Complain(e.Message);
        }
        Turned.Set();
        AfterTurn();
    }

    /// <summary>Nothing is wanted, but what the host has is still told.</summary>
    private async Task LookAsync(CancellationToken ct)
    {
        var seen = Overrides.Read(_reconciler.State).Count > 0 && _reconciler.Hold is null
            ? await _reconciler.OverrideAsync(null, ct)
            : await _reconciler.PlanAsync(BundleContent.Nothing, ct);
        Trouble = "";
        var held = _store.Content.Rejected is not null;
        Tell(seen with
        {
            State = seen.State with
            {
                Phase = held ? BundlePhase.PutBack : BundlePhase.None,
                Reason = $"{(held ? _store.Content.RejectedBecause : "no bundle has come yet")}{(seen.State.Hold is { } hold ? $"; {hold}" : "")}",
            },
        });
    }

    private void Settle(StoredBundle wanted, Reconciliation result)
    {
        // Also of a bundle that is good already: its first write may come with a route that came late.
        if (result.Pending is not null)
        {
            TimerMoved.Set();
            return;
        }
        if (_store.Content.Candidate is not { } candidate || candidate != wanted)
            return;
        // It is tried when the host enforces again.
        if (result.Plan.Observing is not null)
            return;
        // Put back because a step failed while the timer was armed; without a timer, which a plan without steps never arms, it is reported and tried again.
        if (!result.Succeeded && wanted.Content.ConfirmSeconds is not null && result.Plan.Steps.Count > 0)
            Reject(candidate.Held.Digest, result.State.Reason);
        else
            Promote(candidate);
    }

    private void Promote(StoredBundle candidate) =>
        _store.Save(_store.Content with { LastGood = candidate, Candidate = null });

    private void Reject(string digest, string why)
    {
        var kept = _store.Content;
        _store.Save(kept with
        {
            Candidate = kept.Candidate?.Held.Digest == digest ? null : kept.Candidate,
            LastGood = kept.LastGood?.Held.Digest == digest ? null : kept.LastGood,
            Rejected = digest,
            RejectedAt = _clock.GetUtcNow(),
            RejectedBecause = $"Not enforced: {why}.",
        });
        TimerMoved.Set();
        Changed.Set();
    }

    private void Tell(Reconciliation result)
    {
        var before = Latest?.StateHash;
        var state = result.State with { Held = _store.Content.Wanted?.Held, Decided = Decided };
        Latest = result with { State = state };
        Remember(result);
        // The reconciler logs what it puts back itself.
        foreach (var happened in result.Events.Where(e => e.Kind != HostEventKind.PutBack))
            _log.Info(happened.Text);
        _reporter?.Report(state, result.Events, result.Evidence);
        if (before != state.StateHash)
            Changed.Set();
    }

    private void Remember(IReadOnlyList<Evidence> evidence)
    {
        lock (_measured)
        {
            foreach (var measured in evidence)
                _measured[(measured.TargetId, measured.Method)] = measured;
        }
    }

    private void Remember(Reconciliation result)
    {
        Remember(result.Evidence);
        var targets = result.State.Targets.Select(target => target.Id).ToHashSet(StringComparer.Ordinal);
        lock (_measured)
        {
            foreach (var gone in _measured.Values.Where(known => !targets.Contains(known.TargetId)).ToList())
                _measured.Remove((gone.TargetId, gone.Method));
        }
    }

    private void Tell(HostEvent happened)
    {
        _log.Info(happened.Text);
        _reporter?.Report(happened);
    }

    /// <summary>Once: the next turns will find the same trouble every few seconds.</summary>
    private void Complain(string trouble)
    {
        if (trouble != Trouble)
            _log.Warn(trouble);
        Trouble = trouble;
    }

    private async Task AloneAsync(Func<Task> act, CancellationToken ct)
    {
        await _turn.WaitAsync(ct);
        try
        {
            await act();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or StateUnusableException)
        {
            // A full disk ends neither the daemon nor what is enforced; what could not be written down is not done.
            Complain($"The state directory cannot be used: {e.Message} What was enforced before stays.");
        }
        finally
        {
            _turn.Release();
        }
    }
}
