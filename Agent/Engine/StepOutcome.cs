using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine;

/// <summary>A step and what became of it.</summary>
public sealed record StepOutcome(Step Step, Outcome Outcome);
