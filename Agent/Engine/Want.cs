using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>A target that a scope covers, with its required window.</summary>
/// <param name="Target">The target as it was read.</param>
/// <param name="Window">The window in full: a value that the policy does not name stays what the host had before the agent came.</param>
/// <param name="Scope">The scope that decided.</param>
public sealed record Want(Target Target, Window Window, Scope Scope)
{
    /// <summary>The override that decided instead; <see langword="null"/> when the scope did.</summary>
    public LocalOverride? Override { get; init; }

    /// <summary>
    /// The policy's window where an override or a retreat decided; <see langword="null"/> when the policy requires none, or decided itself.
    /// </summary>
    public Window? Asked { get; init; }

    /// <summary>
    /// Why this system cannot express this window on this target, and what it could, as a sentence; <see langword="null"/> when it can.
    /// </summary>
    public string? Cannot { get; init; }

    /// <summary>
    /// What this system leaves out of the scope, or what else a person should know, as a sentence; empty when there is nothing.
    /// </summary>
    public string Note { get; init; } = "";

    /// <summary>
    /// The ids of the targets whose window this one shows: that of a filter is its template's; empty for a target with a window of its own.
    /// </summary>
    public IReadOnlyList<string> Follows { get; init; } = [];

    /// <summary>
    /// True when a step must be taken although the window is the required one, because what gives the target its window must change.
    /// </summary>
    public bool Moves { get; init; }

    /// <summary>True when the target already has it.</summary>
    public bool Holds => Target.Current == Window && !Moves;
}
