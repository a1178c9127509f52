using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Repairs;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>Makes the host what a bundle says, proves it, and can always put back what was there. One turn at a time.</summary>
public sealed partial class Reconciler : IDisposable
{
    private readonly StateDirectory _state;
    private readonly Journal _journal;
    private readonly JournaledTuner _tuner;
    private readonly Verifier _verifier;
    private readonly CommitConfirm _confirm;
    private readonly AgentLog _log;
    private readonly Drift _drift;
    private readonly FightWatch _fights;
    private readonly Decisions _decisions;
    private readonly TimeProvider _time;
    private readonly Turns _turns = new();
    private readonly bool _followed;
    private bool _looks;

    private Reconciler(StateDirectory state, Journal journal, CommitConfirm confirm, ITuner tuner, IProbe probe, TimeProvider time, AgentLog log, bool followed)
    {
        _followed = followed;
        _state = state;
        _journal = journal;
        _tuner = new JournaledTuner(tuner, journal);
        _verifier = new Verifier(_tuner, probe, time);
        _confirm = confirm;
        _log = log;
        _drift = new Drift(journal);
        _time = time;
        _decisions = Decisions.Load(state, time);
        _fights = new FightWatch(journal, time, () => Settings().Repairs);
    }

    /// <summary>For the process that holds the <see cref="StateLock"/>. Call <see cref="RecoverAsync"/> before anything else that changes the host.</summary>
    /// <param name="state">What it remembers.</param>
    /// <param name="tuner">Reads and sets.</param>
    /// <param name="probe">Measures.</param>
    /// <param name="time">Dates and times.</param>
    /// <param name="log">Gets what is done.</param>
    /// <param name="followed">True when the process stays and follows the owners of routes; without that what needs an agent is refused.</param>
    /// <exception cref="StateUnusableException">The journal is damaged, or the directory cannot be read.</exception>
    public static Reconciler Open(StateDirectory state, ITuner tuner, IProbe probe, TimeProvider time, AgentLog log, bool followed = true) =>
        new(state, Journal.Open(state, time), CommitConfirm.Load(state, time), tuner, probe, time, log, followed);

    /// <summary>For a process that only looks: <see cref="PlanAsync"/> and <see cref="VerifyAsync"/>, as the daemon of this directory would if one runs.</summary>
    public static Reconciler Look(StateDirectory state, Journal journal, ITuner tuner, IProbe probe, TimeProvider time, HostSettings settings) =>
        new(state, journal, CommitConfirm.Peek(state, time), tuner, probe, time, AgentLog.Silent, StateLock.Holder(state) is { IsDaemon: true }) { _looks = true, Settings = () => settings };

    /// <summary>What the host's administrator decided; asked at every turn.</summary>
    public Func<HostSettings> Settings { get; set; } = () => HostSettings.Default;

    /// <summary>What is known of the host's connections; asked at every turn.</summary>
    public Func<HostSight> Sight { get; set; } = () => HostSight.None;

    /// <summary>Where it remembers.</summary>
    public StateDirectory State => _state;

    /// <summary>The host's hold; <see langword="null"/> when there is none.</summary>
    public HoldState? Hold => Holds.Read(_state, _time.GetUtcNow());

    /// <summary>What this host has to say about any plan, read anew.</summary>
    public HostRules Rules => HostRules.Read(_state, _tuner.Capabilities, _time.GetUtcNow()) with { Observing = Settings().Observing };

    /// <summary>The armed dead-man timer; <see langword="null"/> when none is.</summary>
    public PendingConfirm? Pending => _confirm.Pending;

    /// <summary>The dead-man timer's clock, for whoever waits.</summary>
    public CommitConfirm Timer => _confirm;

    /// <summary>The windows that this host decides itself.</summary>
    public Decisions Decisions => _decisions;

    /// <summary>What was done on this host.</summary>
    public Journal Journal => _journal;

    /// <summary>What applying the content would change; changes nothing.</summary>
    public async ValueTask<Reconciliation> PlanAsync(BundleContent content, CancellationToken ct)
    {
        var (observed, plan, _) = await ObserveAsync(content, ct);
        return Turn(plan, [], new Verification(observed, [], []), [], PhaseOf(plan, [], holds: true), "");
    }

    /// <summary>Reads back and measures what the content wants; changes nothing.</summary>
    public async ValueTask<Reconciliation> VerifyAsync(BundleContent content, CancellationToken ct)
    {
        var (_, plan, _) = await ObserveAsync(content, ct);
        var seen = await _verifier.VerifyAsync(Expected(plan.Resolution.Wants), BundleDigest.Of(content), ct);
        return Turn(plan, [], seen, [], PhaseOf(plan, [], seen.Holds), Sentence(seen.Mismatches));
    }

    /// <summary>Makes the host what the content says: plan, before-images, steps, read-back, proof. A content that is not held yet and asks for confirmation arms the dead-man timer before its first step.</summary>
    /// <remarks>When <paramref name="ct"/> stops it between steps an armed timer stays armed; call <see cref="PutBackAsync"/>.</remarks>
    /// <exception cref="TunerUnavailableException">The system cannot be read. When it was a reading after the first step, what was done stays in the journal: an armed timer or the next start puts it back.</exception>
    public ValueTask<Reconciliation> ReconcileAsync(BundleContent content, CancellationToken ct) => ReconcileAsync(content, null, ct);

    /// <summary>Sets what a person overrides, and what no override stands above any more. Without a content everything else stays as it is.</summary>
    /// <exception cref="TunerUnavailableException">The system cannot be read. When it was a reading after the first step, what was done stays in the journal: an armed timer or the next start puts it back.</exception>
    public ValueTask<Reconciliation> OverrideAsync(BundleContent? content, CancellationToken ct) =>
        ReconcileAsync(content ?? BundleContent.Nothing, TransactionKind.Override, ct, leaveOthers: content is null);

    /// <summary>Repairs again what its owner had undone too often.</summary>
    public void Forgive() => Keep(() => _fights.Clear(), "that its owners may be repaired again");

    /// <summary>Sets what this host decided, under the content that holds already.</summary>
    /// <param name="content">That content.</param>
    /// <param name="made">What was decided.</param>
    /// <param name="ct">Stops only between steps.</param>
    /// <exception cref="TunerUnavailableException">The system cannot be read; the next turn sets what was decided.</exception>
    public ValueTask<Reconciliation> DecideAsync(BundleContent content, IReadOnlyList<MadeDecision> made, CancellationToken ct) =>
        ReconcileAsync(content, TransactionKind.Decide, ct, why: string.Join("; ", made));

    private async ValueTask<Reconciliation> ReconcileAsync(BundleContent content, TransactionKind? kind, CancellationToken ct, bool leaveOthers = false, string why = "")
    {
        using var turn = await _turns.NextAsync(ct);
        var digest = BundleDigest.Of(content);
        var events = new List<HostEvent>();
        if (kind is null && _confirm.Pending is { } pending && pending.Digest != digest)
            events.AddRange((await UndoPendingAsync("another bundle came before it was confirmed", ct)).Events);

        var (observed, plan, limits) = await ObserveAsync(content, ct, leaveOthers, digest, events);
        events.AddRange(_drift.Found(observed, digest));
        if (!leaveOthers)
            Keep(() => _decisions.Follow(content, limits, plan.OnlyCompares ? [] : plan.Resolution.Wants), "what this host decided");
        var transaction = Begin(plan, digest, kind, why, out var cannotArm);
        var outcomes = cannotArm is null ? await TakeAsync(transaction, plan.Steps, ct) : Refuse(plan.Steps, cannotArm);
        _drift.Took(outcomes);
        var seen = await _verifier.VerifyAsync(Expected(Held(plan, outcomes)), digest, ct);
        return await ConcludeAsync(plan, transaction, outcomes, seen, events, digest, ct);
    }

    public void Dispose() => _turns.Dispose();

    private async ValueTask<(HostSnapshot Observed, Plan Plan, Limits Limits)> ObserveAsync(
        BundleContent content, CancellationToken ct, bool leaveOthers = false, string digest = "", List<HostEvent>? events = null)
    {
        var observed = await _tuner.ReadAsync(ct);
        var now = _time.GetUtcNow();
        var rules = _looks ? HostRules.Peek(_state, _tuner.Capabilities, now) : HostRules.Read(_state, _tuner.Capabilities, now);
        if (events is not null)
            Keep(() => events.AddRange(IsHeld(digest) ? _fights.Look(observed, digest) : Forgiven()), "that its owners may be repaired again");
        var limits = content.Limits.Narrow(rules.Limits);
        var filled = _decisions.Fill(content, limits, _tuner.Capabilities.Segments);
        var resolution = _tuner.Resolve(filled, observed) with { Content = content, LeavesOthers = leaveOthers };
        return (observed, Planner.Plan(resolution, observed, rules with { Followed = _followed, Fights = _fights.Reasons, Observing = Settings().Observing, Sight = Sight() }), limits);
    }

    /// <summary>A new content may want what no owner fights over.</summary>
    private List<HostEvent> Forgiven()
    {
        _fights.Clear();
        return [];
    }

    private bool IsHeld(string digest) => _journal.Held?.Digest == digest || _confirm.Pending?.Digest == digest;

    private Transaction Begin(Plan plan, string digest, TransactionKind? asked, string why, out string? cannotArm)
    {
        var content = plan.Resolution.Content;
        // What has changed nothing so far is guarded by its dead-man timer when it changes something at last.
        var held = asked is not null || (IsHeld(digest) && !(plan.Steps.Count > 0 && _confirm.Pending is null && _journal.HeldUntouched));
        var kind = asked is { } given ? given : !held ? TransactionKind.Apply
            : plan.Steps.Count > 0 && plan.Steps.All(step => step is Step.Set { Target.Original: not null } && _drift.Resumes(step.Target)) ? TransactionKind.Resume
            : plan.Steps.Count > 0 && plan.Steps.All(IsDecided) ? TransactionKind.Decide
            : TransactionKind.Repair;
        if (kind == TransactionKind.Decide && why.Length == 0)
            why = string.Join("; ", plan.Steps.Select(step => _decisions.LastOf(step.Target.Id)).Distinct(StringComparer.Ordinal));
        var transaction = _journal.Begin(kind, content, digest, why);
        cannotArm = null;
        if (held || plan.Steps.Count == 0 || content.ConfirmSeconds is not { } seconds)
            return transaction;
        try
        {
            _confirm.Arm(transaction, TimeSpan.FromSeconds(seconds));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            cannotArm = $"The dead-man timer could not be written down: {e.Message} Without it nothing is changed. Free space or mend {_state.Root}, then try again.";
        }
        return transaction;
    }

    /// <summary>True when a target is as we set it and only what this host decided is another window: decided, and the process ended before it was set.</summary>
    private bool IsDecided(Step step) => step is Step.Set && step.Target.LastSet?.Window == step.Target.Current && _decisions.Decides(step.Target.Id);

    private static List<StepOutcome> Refuse(IReadOnlyList<Step> steps, string why) =>
        [.. steps.Select(step => new StepOutcome(step, new Outcome.Refused(why)))];

    private static IEnumerable<Want> Held(Plan plan, IReadOnlyList<StepOutcome> outcomes)
    {
        var set = outcomes.Where(taken => taken is { Step: Step.Set, Outcome: Outcome.Applied or Outcome.AlreadyThere }).Select(taken => taken.Step.Target.Id).ToHashSet(StringComparer.Ordinal);
        return plan.Resolution.Wants.Where(want => set.Contains(want.Target.Id)).Concat(plan.AlreadyThere);
    }

    private static Dictionary<string, Expected> Expected(IEnumerable<Want> wants) =>
        wants.ToDictionary(want => want.Target.Id, want => new Expected(want.Window), StringComparer.Ordinal);
}
