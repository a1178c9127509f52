using IwTune.Shared.Model.Recommending;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>recommend --json</c> writes.</summary>
internal sealed record RecommendedHost(IReadOnlyList<Recommendation> Recommendations);
