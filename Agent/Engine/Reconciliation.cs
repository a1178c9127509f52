using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>One turn of the loop: its plan, its outcomes, its measurements, and what to report.</summary>
public sealed record Reconciliation
{
    /// <summary>What was planned.</summary>
    public required Plan Plan { get; init; }

    /// <summary>The outcomes of the steps that were taken, in order.</summary>
    public IReadOnlyList<StepOutcome> Outcomes { get; init; } = [];

    /// <summary>What of ours was removed that had no before-image, in words.</summary>
    public IReadOnlyList<string> Swept { get; init; } = [];

    /// <summary>What was measured afterwards.</summary>
    public IReadOnlyList<Evidence> Evidence { get; init; } = [];

    /// <summary>What happened, for the evidence lane.</summary>
    public IReadOnlyList<HostEvent> Events { get; init; } = [];

    /// <summary>For the state lane. The holder of the bundle sets <see cref="HostState.Held"/>.</summary>
    public required HostState State { get; init; }

    /// <summary>Hash of every target's window as it is now.</summary>
    public string StateHash => State.StateHash;

    /// <summary>The dead-man timer that is armed now; <see langword="null"/> when none is.</summary>
    public PendingConfirm? Pending { get; init; }

    /// <summary>True when nothing failed and every target read back as it should.</summary>
    public bool Succeeded => State.Phase != BundlePhase.Failed;
}

/// <summary>A step and its outcome.</summary>
public sealed record StepOutcome(Step Step, Outcome Outcome);

/// <summary>Progress through the steps of a plan.</summary>
/// <param name="Changed">Steps that changed something.</param>
/// <param name="Taken">Steps that were taken, whatever their outcome.</param>
/// <param name="Of">Steps of the plan.</param>
public sealed record StepsTaken(int Changed, int Taken, int Of);
