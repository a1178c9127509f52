using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>A host that a rollout will move.</summary>
/// <param name="Identity">The host.</param>
/// <param name="Stale">Silent for so long that what it has is not known.</param>
/// <param name="Before">The initcwnd it reported last; empty when it reported none.</param>
internal sealed record PlanHost(HostIdentity Identity, bool Stale, string Before);
