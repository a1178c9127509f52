namespace IwTune.Agent.Engine;

/// <summary>Progress through the steps of a plan.</summary>
/// <param name="Changed">Steps that changed something.</param>
/// <param name="Taken">Steps that were taken, whatever their outcome.</param>
/// <param name="Of">Steps of the plan.</param>
public sealed record StepsTaken(int Changed, int Taken, int Of);
