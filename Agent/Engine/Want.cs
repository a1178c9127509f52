using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>A target that a scope wants, with the window it is to have.</summary>
/// <param name="Target">The target as it was read.</param>
/// <param name="Window">The window in full: a value that the policy does not name stays what the host had before the agent came.</param>
/// <param name="Scope">The scope that decided.</param>
public sealed record Want(Target Target, Window Window, Scope Scope)
{
    /// <summary>The override that decided instead; <see langword="null"/> when the scope did.</summary>
    public LocalOverride? Override { get; init; }

    /// <summary>What the policy wanted where an override decided; <see langword="null"/> when it wanted nothing, or decided itself.</summary>
    public Window? Asked { get; init; }

    /// <summary>Why this system cannot express this window on this target, and what it could, as a sentence; <see langword="null"/> when it can.</summary>
    public string? Cannot { get; init; }

    /// <summary>True when the target already has it.</summary>
    public bool Holds => Target.Current == Window;
}
