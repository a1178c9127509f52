namespace IwTune.Shared.Fleet.Rollouts;

/// <summary>
/// The last rollout of a revision, or of one with the same content, when it was rolled back or ended after a gate had failed. Another
/// rollout of it needs <see cref="RolloutRequest.Despite"/>.
/// </summary>
/// <param name="Id">Of that rollout.</param>
/// <param name="Revision">Its revision.</param>
/// <param name="Ended">When it ended.</param>
/// <param name="Sentence">Why: the gate's sentence when one failed, otherwise the rollout's last.</param>
public sealed record StoppedRollout(string Id, int Revision, DateTimeOffset Ended, string Sentence);
