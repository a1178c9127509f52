using IwTune.Shared.Policies;

namespace IwTune.Agent.Ports;

/// <summary>What a step gave a target.</summary>
/// <param name="Window">The window.</param>
/// <param name="By">The way it was set. A route's owner may change later, and a window must be restored the way it was set.</param>
public sealed record Setting(Window Window, StrategyKind By);
