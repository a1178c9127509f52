namespace IwTune.Agent.Ports;

/// <summary>How a person undoes what the agent did to one thing, without the agent.</summary>
/// <param name="Of">A target's id, or what else of ours is left on the host.</param>
/// <param name="Lines">Commands of the system for a root shell, in order; a line that begins with # is for reading only.</param>
public sealed record ManualUndo(string Of, IReadOnlyList<string> Lines);
