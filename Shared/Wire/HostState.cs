using IwTune.Shared.Policies;

namespace IwTune.Shared.Wire;

/// <summary>The state lane of a report: what the host is now. The latest wins.</summary>
public sealed record HostState
{
    /// <summary>The bundle that was enforced or audited.</summary>
    public HeldBundle? Held { get; init; }

    /// <summary>Policy and revision by name, for people.</summary>
    public string? Policy { get; init; }

    /// <summary>The policy's revision.</summary>
    public int? Revision { get; init; }

    /// <summary>Enforce; or audit, because the policy or the host says so.</summary>
    public PolicyMode Mode { get; init; }

    /// <summary>How far the bundle has come.</summary>
    public required BundlePhase Phase { get; init; }

    /// <summary>The reason of the phase, as a sentence; empty when the phase says all.</summary>
    public string Reason { get; init; } = "";

    /// <summary>
    /// Why the host refused the latest bundle of its server, as a clause; <see langword="null"/> since it accepted one. What it enforced
    /// before stays.
    /// </summary>
    public string? Refused { get; init; }

    /// <summary>As in <see cref="CheckInRequest.StateHash"/>.</summary>
    public required string StateHash { get; init; }

    /// <summary>
    /// When a drifted target was last set right under this bundle, by the host's clock; <see langword="null"/> for never.
    /// </summary>
    public DateTimeOffset? Repaired { get; init; }

    /// <summary>Set while a hold of a person at the host is in force: the agent changes nothing.</summary>
    public HoldState? Hold { get; init; }

    /// <summary>
    /// Who decided that this host only observes, whatever a policy says: <c>agent.yaml</c>, <c>group policy</c>; <see langword="null"/>
    /// when it enforces.
    /// </summary>
    public string? Observing { get; init; }

    /// <summary>The windows that the host decides itself; <see langword="null"/> when a policy decides all of them.</summary>
    public IReadOnlyList<DecidedScope>? Decided { get; init; }

    /// <summary>
    /// The host's own limits, beyond which no policy sets anything; <see langword="null"/> without a limits file, and from an agent that
    /// reports none.
    /// </summary>
    public Limits? Limits { get; init; }

    /// <summary>
    /// Why containers and pods can get no windows of their own on this host, as a sentence; empty when they can;
    /// <see langword="null"/> from an agent that does not know containers scopes, which cannot apply a policy that has one.
    /// </summary>
    public string? NoContainers { get; init; }

    /// <summary>The latest rehearsal of a rollback; <see langword="null"/> when there was none, and where none is possible.</summary>
    public RehearsedRollback? Rehearsed { get; init; }

    /// <summary>Every target the host has, required or not; containers only where a scope covers them.</summary>
    public IReadOnlyList<TargetState> Targets { get; init; } = [];

    /// <summary>Scopes of the policy for which this host has nothing to set, each with the reason.</summary>
    public IReadOnlyList<string> Unmatched { get; init; } = [];
}

/// <summary>How far a bundle has come on a host.</summary>
public enum BundlePhase
{
    /// <summary>No bundle.</summary>
    None,

    /// <summary>Applied, read back; waiting to be confirmed.</summary>
    AwaitingConfirm,

    /// <summary>Applied and confirmed, or found to be there already.</summary>
    Applied,

    /// <summary>A step failed, or read-back differs.</summary>
    Failed,

    /// <summary>Restored: not confirmed in time, rolled back by hand, or interrupted.</summary>
    PutBack,

    /// <summary>Audit mode: compared, nothing changed.</summary>
    Audited,
}

/// <summary>One target as the host reports it.</summary>
public sealed record TargetState
{
    /// <summary>Stable over reboots: <c>ipv4 main default via 192.0.2.1 dev eth0 metric 100</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The scope that requires it; <see langword="null"/> when no scope does.</summary>
    public string? Scope { get; init; }

    /// <summary>Who made the route: <c>kernel</c>, <c>dhcp</c>, <c>static</c>, …</summary>
    public required string Owner { get; init; }

    /// <summary>How it is set: <c>in-place</c>, <c>report-only</c>, …</summary>
    public required string Strategy { get; init; }

    /// <summary>The window as read.</summary>
    public required Window Configured { get; init; }

    /// <summary>The window the policy requires; <see langword="null"/> when no scope does.</summary>
    public Window? Wanted { get; init; }

    /// <summary>The result of the step; <see langword="null"/> without a step.</summary>
    public TargetOutcome? Outcome { get; init; }

    /// <summary>Why, as a sentence; empty when there is nothing to say.</summary>
    public string Reason { get; init; } = "";

    /// <summary>Set when the host leaves the target unchanged on purpose; <see cref="Reason"/> says who required that.</summary>
    public TargetLeft? Left { get; init; }

    /// <summary>
    /// True when it was refused for its numbers alone (a limit, a step, a guardrail): another policy may be allowed the same window.
    /// Otherwise, and from agents before this field, <see langword="null"/>.
    /// </summary>
    public bool? ByLimit { get; init; }

    /// <summary>True when the agent holds a before-image of this target.</summary>
    public bool Managed { get; init; }

    /// <summary>The window of that before-image, which a restore sets; <see langword="null"/> without one.</summary>
    public Window? Before { get; init; }

    /// <summary>The interface it leaves by where <see cref="Id"/> does not contain it; otherwise <see langword="null"/>.</summary>
    public string? Interface { get; init; }

    /// <summary>
    /// True for a template that no connection takes its window from in the host's present configuration; otherwise <see langword="null"/>.
    /// </summary>
    public bool? Idle { get; init; }

    /// <summary>True when a window is required and another one is configured.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool Differs => Wanted is not null && Configured != Wanted;

    /// <summary>
    /// The place that scopes are matched with; <see langword="null"/> when <see cref="Id"/> has a form that this version does not know.
    /// </summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public TargetPlace? Place =>
        TargetPlace.TryParse(Id, out var place)
            ? place with
            {
                Interface = Interface ?? place.Interface,
                InUse = place.InUse && Idle != true,
            }
            : null;
}
