using System.Collections.Immutable;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.History;

/// <summary>Steps that were taken together and are undone together.</summary>
/// <param name="Id">Counts from 1 on this host.</param>
/// <param name="Kind">Why they were taken.</param>
/// <param name="At">When it began.</param>
/// <param name="Content">The required content; <see langword="null"/> when something was restored.</param>
/// <param name="Digest">Digest of the content that was applied or restored.</param>
public sealed record Transaction(long Id, TransactionKind Kind, DateTimeOffset At, BundleContent? Content, string Digest)
{
    /// <summary>What was decided and why, where the host decided it itself; empty otherwise.</summary>
    public string Why { get; init; } = "";

    /// <summary>
    /// The steps, in the order they were taken. There may be tens of thousands, and each is added and amended while others read.
    /// </summary>
    public ImmutableList<Change> Changes { get; init; } = [];

    /// <summary>True when it was verified and, where a dead-man timer was armed, confirmed.</summary>
    public bool Confirmed { get; init; }

    /// <summary>True when it was undone later.</summary>
    public bool Undone { get; init; }

    /// <summary>True when it changed this host, or may have.</summary>
    public bool Written => Changes.Any(change => change.Written);

    /// <summary>
    /// True when it undid no change of another writer. It set targets that were not the agent's before, such as a route that came later
    /// than its policy, or restored those that the policy does not cover any more.
    /// </summary>
    public bool Extends => Kind == TransactionKind.Repair && Changes.Count > 0 && Changes.All(change => change.First || change.Released);
}

/// <summary>Why a transaction was begun.</summary>
public enum TransactionKind
{
    /// <summary>New content: a bundle or a policy file.</summary>
    Apply,

    /// <summary>The content in force, because the host had drifted from it.</summary>
    Repair,

    /// <summary>The content in force, because what needs a running agent had gone with the agent, or with the owner's route.</summary>
    Resume,

    /// <summary>The content in force leaves a window to the host, and the host decided another one.</summary>
    Decide,

    /// <summary>A person gave targets windows of their own, or cleared them; the policy stays the same.</summary>
    Override,

    /// <summary>An experiment was begun; it is undone when it has ended. Its digest is the experiment's id.</summary>
    Experiment,

    /// <summary>A person asked to restore what was there before.</summary>
    Rollback,

    /// <summary>A dead-man timer ran out, or the agent was interrupted before it was confirmed.</summary>
    PutBack,
}

/// <summary>One step of a transaction.</summary>
/// <param name="TargetId">The target.</param>
/// <param name="Before">What it was just before; without bytes once the entry is too old to be undone.</param>
/// <param name="Wanted">The window the step gave it.</param>
/// <param name="Outcome">
/// The outcome's word; <see langword="null"/> when the agent died between the before-image and the outcome, so that it may have been taken.
/// </param>
/// <param name="Detail">The outcome's reason.</param>
/// <param name="By">The author of the change before it; empty when there was none or it was not seen.</param>
public sealed record Change(string TargetId, BeforeImage Before, Window Wanted, string? Outcome, string Detail, string By = "")
{
    /// <summary>True when the target was, or may have been, written.</summary>
    public bool Written => Outcome is null or nameof(Ports.Outcome.Applied);

    /// <summary>True when the target was not the agent's until this step: it was set, not repaired.</summary>
    public bool First { get; init; }

    /// <summary>True when the target was restored and is not the agent's any more.</summary>
    public bool Released { get; init; }

    /// <summary>
    /// True when the target was as the agent had set it, and the agent gave it another window: for losses, or by other limits of the host.
    /// </summary>
    public bool Own { get; init; }

    /// <summary>The way it was set.</summary>
    public StrategyKind Strategy { get; init; }

    /// <summary>True when, in a repair, it undid the change of another writer.</summary>
    public bool Repairs => Written && !First && !Released && !Own;
}
