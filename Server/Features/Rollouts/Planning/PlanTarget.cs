using IwTune.Server.Features.Policies;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>From which revision of a policy to which.</summary>
/// <param name="Policy">Its name.</param>
/// <param name="From">The released one; <see langword="null"/> when none is.</param>
/// <param name="To">The target.</param>
internal sealed record PlanTarget(string Policy, RevisionRow? From, RevisionRow To);
