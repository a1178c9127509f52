namespace IwTune.Calibration;

/// <summary>How one simulated rollout ended.</summary>
/// <param name="StoppedAfter">Seconds until a gate failed; <see langword="null"/> when none did.</param>
/// <param name="Input">The input of the gate that failed first.</param>
/// <param name="Passed">Whether a gate passed on its first-flight loss, at the end of a ring.</param>
/// <param name="Ring">The ring that it reached.</param>
internal sealed record RolloutResult(int? StoppedAfter, string Input, bool Passed, int Ring);
