using IwTune.Server.Features.Assignments;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>What a host must have, and why.</summary>
/// <param name="Content">What the host is required to do.</param>
/// <param name="Digest">The content's identity.</param>
/// <param name="By">
/// The assignment that decides; <see langword="null"/> when none matches, and for a held host, for which none decides.
/// </param>
/// <param name="Explanation">Why this one, as a sentence.</param>
public sealed record Requirement(BundleContent Content, string Digest, Assignment? By, string Explanation)
{
    /// <summary>The policy whose content it is; <see langword="null"/> when nothing is required.</summary>
    public string? Policy => Content.Policy;

    /// <summary>The hold that pins the host to this; <see langword="null"/> for none.</summary>
    public HoldPin? Pin { get; init; }

    /// <summary>What it would be without the hold; <see langword="null"/> without one.</summary>
    public Requirement? Otherwise { get; init; }

    /// <summary>
    /// What a held host would get without the hold: <c>edge revision 9</c>; empty when it is the same, or there is no hold.
    /// </summary>
    public string Lacks =>
        Otherwise is null || Otherwise.Digest == Digest ? ""
        : Otherwise.Policy is { } policy ? $"{policy} revision {Otherwise.Content.Revision}"
        : $"the end of {Policy}: nothing is required from it";
}
