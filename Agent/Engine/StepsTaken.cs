namespace IwTune.Agent.Engine;

/// <summary>How far the steps of a plan are.</summary>
/// <param name="Changed">Steps that changed something.</param>
/// <param name="Taken">Steps that were taken, whatever became of them.</param>
/// <param name="Of">Steps of the plan.</param>
public sealed record StepsTaken(int Changed, int Taken, int Of);
