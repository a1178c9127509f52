using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine;

/// <summary>A step and its outcome.</summary>
public sealed record StepOutcome(Step Step, Outcome Outcome);
