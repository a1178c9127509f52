using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>A host that a rollout is to move.</summary>
/// <param name="Identity">Who.</param>
/// <param name="Stale">Silent for so long that what it has is not known.</param>
/// <param name="Before">The initcwnd it told of last; empty when it told of none.</param>
internal sealed record PlanHost(HostIdentity Identity, bool Stale, string Before);
