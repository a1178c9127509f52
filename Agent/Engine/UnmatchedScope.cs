using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>A scope for which this host has nothing to set.</summary>
/// <param name="Scope">The scope.</param>
/// <param name="Reason">Why, and what serves it instead, as a sentence.</param>
/// <param name="Impossible">
/// True when it names something that does not exist here, which is a mistake in a file that was written for this host.
/// </param>
public sealed record UnmatchedScope(Scope Scope, string Reason, bool Impossible);
