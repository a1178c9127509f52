using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Reporting;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>What the host is now, and how everything that happens to it gets into the log and, in a fleet, into the reports.</summary>
/// <param name="store">Says which bundle is in force.</param>
/// <param name="decisions">The windows that this host decides itself.</param>
/// <param name="whyNothingIsRaised">Why no decision raises a window now, as a sentence; empty when one may.</param>
/// <param name="log">Gets what happened.</param>
public sealed class HostReports(BundleStore store, Decisions decisions, Func<string> whyNothingIsRaised, AgentLog log)
{
    private readonly Dictionary<(string, EvidenceMethod), Evidence> _measured = [];
    private Reporter? _reporter;

    /// <summary>Set whenever the server should learn of something at once: a change, or a timer that waits for its answer.</summary>
    public Signal Changed { get; } = new();

    /// <summary>The result of the last turn; <see langword="null"/> before the first.</summary>
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

    /// <summary>What this host decides itself, as it is now; <see langword="null"/> when it decides nothing.</summary>
    public IReadOnlyList<DecidedScope>? Decided => decisions.Any ? decisions.Told(whyNothingIsRaised()) : null;

    /// <summary>The latest rehearsal of a rollback; <see langword="null"/> before the first.</summary>
    public RehearsedRollback? Rehearsed { get; set; }

    /// <summary>As in <see cref="HostState.Refused"/>.</summary>
    public string? Refused { get; private set; }

    /// <summary>From now on what happens is reported, too.</summary>
    /// <param name="to">Takes the reports; <see langword="null"/> outside a fleet.</param>
    public void SendTo(Reporter? to) => _reporter = to;

    /// <summary>Adds the result of a turn.</summary>
    public void Add(Reconciliation result)
    {
        var before = Latest?.StateHash;
        var state = WithOwn(result.State);
        ForgetOtherWindows(Latest?.State.Targets ?? [], state.Targets);
        Latest = result with { State = state };
        Keep(result.Evidence);
        ForgetAllBut(result.State.Targets.Select(target => target.Id));
        // The reconciler logs what it restores itself.
        foreach (var happened in result.Events.Where(e => e.Kind != HostEventKind.PutBack))
            log.Info(happened.Text);
        _reporter?.Report(state, result.Events, result.Evidence);
        if (before != state.StateHash)
            Changed.Set();
    }

    /// <summary>The latest bundle was refused, or one was accepted after a refusal.</summary>
    /// <param name="why">As in <see cref="HostState.Refused"/>.</param>
    public void NoteRefusal(string? why)
    {
        if (why == Refused)
            return;
        Refused = why;
        if (Latest is not { } latest)
            return;
        Latest = latest with { State = WithOwn(latest.State) };
        _reporter?.Report(Latest.State, [], []);
    }

    /// <summary>Adds an event.</summary>
    public void Add(HostEvent happened)
    {
        log.Info(happened.Text);
        _reporter?.Report(happened);
    }

    /// <summary>Adds what was measured between the turns.</summary>
    /// <param name="evidence">What was measured.</param>
    /// <param name="under">Digest of the bundle it was measured under.</param>
    public void Add(IReadOnlyList<Evidence> evidence, string under)
    {
        List<Evidence> dated = [.. evidence.Select(measured => measured with { BundleDigest = under })];
        Keep(dated);
        _reporter?.Report(dated);
    }

    /// <summary>Adds what was read back and measured on request.</summary>
    public void AddVerified(Reconciliation seen)
    {
        Keep(seen.Evidence);
        _reporter?.Report(WithOwn(seen.State), [], seen.Evidence);
    }

    /// <summary>With the parts of a state that do not come from the host's network stack.</summary>
    private HostState WithOwn(HostState state) =>
        state with
        {
            Held = store.Content.Wanted?.Held,
            Decided = Decided,
            Rehearsed = Rehearsed,
            Refused = Refused,
        };

    private void Keep(IReadOnlyList<Evidence> evidence)
    {
        lock (_measured)
        {
            foreach (var measured in evidence)
                _measured[(measured.TargetId, measured.Method)] = measured;
        }
    }

    /// <summary>What a fresh connection got from a window that another program has changed is no effective window any more.</summary>
    private void ForgetOtherWindows(IEnumerable<TargetState> before, IEnumerable<TargetState> now)
    {
        var known = before.ToDictionary(target => target.Id, target => target.Configured, StringComparer.Ordinal);
        lock (_measured)
        {
            foreach (var target in now)
            {
                if (known.TryGetValue(target.Id, out var window) && window != target.Configured)
                    _measured.Remove((target.Id, EvidenceMethod.FreshConnection));
            }
        }
    }

    private void ForgetAllBut(IEnumerable<string> targets)
    {
        var there = targets.ToHashSet(StringComparer.Ordinal);
        lock (_measured)
        {
            foreach (var gone in _measured.Values.Where(known => !there.Contains(known.TargetId)).ToList())
                _measured.Remove((gone.TargetId, gone.Method));
        }
    }
}
