using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>What a bundle's content means on one host.</summary>
/// <param name="Content">The content.</param>
/// <param name="Wants">Every target that a scope requires, in the order of the snapshot; each once.</param>
/// <param name="Unmatched">Every scope that found nothing, in the order of the policy.</param>
public sealed record Resolution(BundleContent Content, IReadOnlyList<Want> Wants, IReadOnlyList<UnmatchedScope> Unmatched)
{
    /// <summary>For texts, behind a scope: <c>, auto</c> where this host decides its window; empty where the policy does.</summary>
    public string DecidedBy(Scope scope) => Content.Decided().TryGetValue(scope, out var word) ? $", {word}" : "";

    /// <summary>True when only a person's overrides are required, and everything else stays unchanged.</summary>
    public bool LeavesOthers { get; init; }
}

/// <summary>A scope for which this host has nothing to set.</summary>
/// <param name="Scope">The scope.</param>
/// <param name="Reason">Why, and what serves it instead, as a sentence.</param>
/// <param name="Impossible">
/// True when it names something that does not exist here, which is a mistake in a file that was written for this host.
/// </param>
public sealed record UnmatchedScope(Scope Scope, string Reason, bool Impossible);
