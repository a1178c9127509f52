using IwTune.Server.Features.Assignments;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>What a host must have, and why.</summary>
/// <param name="Content">What it is asked to do.</param>
/// <param name="Digest">The content's identity.</param>
/// <param name="By">The assignment that decides; <see langword="null"/> when none matches.</param>
/// <param name="Explanation">Why this one, as a sentence.</param>
public sealed record Requirement(BundleContent Content, string Digest, Assignment? By, string Explanation);
