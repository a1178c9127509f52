using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Repairs;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Engine.Turns;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>
/// Makes the host what a bundle says, proves it, and can always restore what was there. For one caller at a time: the daemon's turn queue
/// sees to that, and a command makes one call after the other.
/// </summary>
public sealed class Reconciler
{
    private readonly TurnGround _ground;
    private readonly TurnReport _report;
    private readonly Restorer _restorer;
    private readonly StepTaking _taking;
    private readonly Conclusion _conclusion;

    private Reconciler(TurnGround ground)
    {
        _ground = ground;
        _report = new TurnReport(ground);
        _taking = new StepTaking(ground, taken => Progressed?.Invoke(taken));
        _restorer = new Restorer(ground, _taking, _report);
        _conclusion = new Conclusion(ground, _restorer, _report);
        Owners = new OwnerFollower(ground);
        Rollbacks = new Rollbacks(ground, _restorer, Owners);
    }

    /// <summary>
    /// For the process that holds the <see cref="StateLock"/>. Call <see cref="Rollbacks.RecoverAsync"/> before anything else that changes
    /// the host.
    /// </summary>
    /// <param name="state">What it remembers.</param>
    /// <param name="tuner">Reads and sets.</param>
    /// <param name="probe">Measures.</param>
    /// <param name="time">Dates and times.</param>
    /// <param name="log">Gets what is done.</param>
    /// <param name="followed">
    /// True when the process stays and follows the owners of routes; without that what needs an agent is refused.
    /// </param>
    /// <param name="settings">What the host's administrator decided, read at every turn; the defaults without it.</param>
    /// <param name="sight">What is known of the host's connections, read at every turn; nothing without it.</param>
    /// <exception cref="StateUnusableException">The journal is damaged, or the directory cannot be read.</exception>
    public static Reconciler Open(
        StateDirectory state,
        ITuner tuner,
        IProbe probe,
        TimeProvider time,
        AgentLog log,
        bool followed = true,
        Func<HostSettings>? settings = null,
        Func<HostSight>? sight = null
    )
    {
        var journal = Journal.Open(state, time);
        var ground = Ground(state, journal, CommitConfirm.Load(state, journal, time), tuner, probe, time, settings);
        return new Reconciler(ground with { Log = log, Followed = followed, Sight = sight ?? ground.Sight });
    }

    /// <summary>
    /// For a process that only looks: <see cref="PlanAsync"/> and <see cref="VerifyAsync"/>, as the daemon of this directory would if one
    /// runs.
    /// </summary>
    public static Reconciler Look(
        StateDirectory state,
        Journal journal,
        ITuner tuner,
        IProbe probe,
        TimeProvider time,
        HostSettings settings
    )
    {
        var ground = Ground(state, journal, CommitConfirm.Peek(state, journal, time), tuner, probe, time, () => settings, looks: true);
        return new Reconciler(ground with { Followed = StateLock.Holder(state) is { IsDaemon: true } });
    }

    /// <summary>Raised whenever steps of a turn were taken.</summary>
    public event Action<StepsTaken>? Progressed;

    /// <summary>Where it remembers.</summary>
    public StateDirectory State => _ground.State;

    /// <summary>What was done on this host.</summary>
    public Journal Journal => _ground.Journal;

    /// <summary>The dead-man timer.</summary>
    public CommitConfirm Timer => _ground.Confirm;

    /// <summary>What waits to be confirmed; <see langword="null"/> when nothing does.</summary>
    public PendingConfirm? Pending => Timer.Pending;

    /// <summary>The windows that this host decides itself.</summary>
    public Decisions Decisions => _ground.Decisions;

    /// <summary>Undoes what was done.</summary>
    public Rollbacks Rollbacks { get; }

    /// <summary>Follows the owners of routes that ours stand in front of.</summary>
    public OwnerFollower Owners { get; }

    /// <summary>What the host's administrator decided.</summary>
    public HostSettings Settings => _ground.Settings();

    /// <summary>The host's hold; <see langword="null"/> when there is none.</summary>
    public HoldState? Hold => Holds.Read(State, _ground.Time.GetUtcNow());

    /// <summary>This host's rules for any plan, read anew.</summary>
    public HostRules Rules =>
        HostRules.Read(State, _ground.Tuner.Capabilities, _ground.Time.GetUtcNow()) with
        {
            Observing = Settings.Observing,
        };

    /// <summary>What applying the content would change, without a report of what the host has now; changes nothing.</summary>
    public async ValueTask<Plan> PlanOnlyAsync(BundleContent content, CancellationToken ct) =>
        (await TurnObservation.MakeAsync(_ground, content, ct)).Plan;

    /// <summary>What applying the content would change; changes nothing. Without a content nothing has to be restored either.</summary>
    public async ValueTask<Reconciliation> PlanAsync(BundleContent? content, CancellationToken ct)
    {
        var (host, plan, _) = await TurnObservation.MakeAsync(_ground, content, ct);
        return _report.Of(plan, [], new Verification(host, [], []), [], _report.PhaseOf(plan, [], holds: true), "");
    }

    /// <summary>Reads back and measures what the content requires; changes nothing. Without a content only overrides do.</summary>
    public async ValueTask<Reconciliation> VerifyAsync(BundleContent? content, CancellationToken ct)
    {
        var (_, plan, _) = await TurnObservation.MakeAsync(_ground, content, ct);
        var wants = plan.Resolution.Wants;
        var seen = await _ground.Verifier.VerifyAsync(Expected(wants, wants.Count), BundleDigest.Of(content ?? BundleContent.Nothing), ct);
        return _report.Of(plan, [], seen, [], _report.PhaseOf(plan, [], seen.Holds), TurnReport.Sentences(seen.Mismatches));
    }

    /// <summary>
    /// Makes the host what the content says: plan, before-images, steps, read-back, proof. A content that is not held yet and asks for
    /// confirmation arms the dead-man timer before its first step.
    /// </summary>
    /// <remarks>
    /// When <paramref name="ct"/> stops it between steps an armed timer stays armed; call <see cref="Rollbacks.PendingAsync"/>.
    /// </remarks>
    /// <exception cref="TunerUnavailableException">
    /// The system cannot be read. When it was a reading after the first step, what was done stays in the journal: an armed timer or the
    /// next start restores it.
    /// </exception>
    public ValueTask<Reconciliation> ReconcileAsync(BundleContent content, CancellationToken ct) => TurnAsync(new TurnRequest(content), ct);

    /// <summary>
    /// Sets windows that a person overrides, and windows whose override was cleared. Without a content everything else stays unchanged.
    /// </summary>
    /// <exception cref="TunerUnavailableException">As in <see cref="ReconcileAsync"/>.</exception>
    public ValueTask<Reconciliation> OverrideAsync(BundleContent? content, CancellationToken ct) =>
        TurnAsync(new TurnRequest(content ?? BundleContent.Nothing, TransactionKind.Override) { LeavesOthers = content is null }, ct);

    /// <summary>Sets what this host decided, under the content that holds already.</summary>
    /// <param name="content">That content.</param>
    /// <param name="made">What was decided.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <exception cref="TunerUnavailableException">The system cannot be read; the next turn sets what was decided.</exception>
    public ValueTask<Reconciliation> DecideAsync(BundleContent content, IReadOnlyList<MadeDecision> made, CancellationToken ct) =>
        TurnAsync(new TurnRequest(content, TransactionKind.Decide) { Why = string.Join("; ", made) }, ct);

    /// <summary>Repairs again the targets whose owners undid too many repairs.</summary>
    public void Forgive() => _ground.Keep(() => _ground.Fights.Clear(), "which targets may be repaired again");

    private async ValueTask<Reconciliation> TurnAsync(TurnRequest asked, CancellationToken ct)
    {
        var events = await EndAnotherAsync(asked, ct);
        var (_, plan, _) = await TurnObservation.MakeAsync(_ground, asked, events, ct);
        var opening = Opening.Begin(_ground, asked, plan);
        var outcomes = opening.CannotArm is null ? await _taking.TakeAsync(opening.Transaction, plan.Steps, ct) : opening.Refused(plan);
        _ground.Drift.Took(outcomes);
        var expected = Expected(Set(plan, outcomes), outcomes.Count + plan.AlreadyThere.Count);
        var seen = await _ground.Verifier.VerifyAsync(expected, asked.Digest, ct);
        return await _conclusion.ReachAsync(plan, opening.Transaction, outcomes, seen, events, ct);
    }

    /// <summary>Another bundle that still waits to be confirmed is restored before this one is tried.</summary>
    private async ValueTask<List<HostEvent>> EndAnotherAsync(TurnRequest asked, CancellationToken ct) =>
        asked.Kind is null && Pending is { } pending && pending.Digest != asked.Digest
            ? [.. (await _restorer.UndoPendingAsync("another bundle arrived before the change was confirmed", ct)).Events]
            : [];

    private static IEnumerable<Want> Set(Plan plan, IReadOnlyList<StepOutcome> outcomes)
    {
        var set = outcomes
            .Where(taken => taken is { Step: Step.Set, Outcome: Outcome.Applied or Outcome.AlreadyThere })
            .Select(taken => taken.Step.Target.Id)
            .ToHashSet(StringComparer.Ordinal);
        return plan.Resolution.Wants.Where(want => set.Contains(want.Target.Id)).Concat(plan.AlreadyThere);
    }

    private static Dictionary<string, Expected> Expected(IEnumerable<Want> wants, int most)
    {
        var expected = new Dictionary<string, Expected>(most, StringComparer.Ordinal);
        Expected? before = null;
        foreach (var want in wants)
        {
            // Targets that follow each other mostly get the same window.
            if (before is null || before.Window != want.Window)
                before = new Expected(want.Window);
            expected.Add(want.Target.Id, before);
        }
        return expected;
    }

    private static TurnGround Ground(
        StateDirectory state,
        Journal journal,
        CommitConfirm confirm,
        ITuner tuner,
        IProbe probe,
        TimeProvider time,
        Func<HostSettings>? settings,
        bool looks = false
    )
    {
        var journaled = new JournaledTuner(tuner, journal, looks ? null : names => Overrides.Rename(state, names));
        var decided = settings ?? (() => HostSettings.Default);
        return new TurnGround
        {
            State = state,
            Journal = journal,
            Tuner = journaled,
            Verifier = new Verifier(journaled, probe, time),
            Confirm = confirm,
            Decisions = Decisions.Load(state, time),
            Drift = new Drift(journal),
            Fights = new FightWatch(journal, time, () => decided().Repairs),
            Time = time,
            Log = AgentLog.Silent,
            Settings = decided,
            Sight = () => HostSight.None,
            Followed = true,
            OnlyLooks = looks,
        };
    }
}
