using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>A policy with what its hosts have of it.</summary>
/// <param name="Policy">Itself and some of its revisions, newest first.</param>
/// <param name="Meaning">The latest revision, read; null when this server cannot read it.</param>
/// <param name="Assignments">What assigns it.</param>
/// <param name="Having">Hosts that are required to have it, by the revision they last reported.</param>
/// <param name="Verdicts">The same hosts by verdict.</param>
public sealed record PolicyView(
    PolicyDetail Policy,
    Policy? Meaning,
    IReadOnlyList<AssignmentSummary> Assignments,
    IReadOnlyDictionary<int, int> Having,
    IReadOnlyDictionary<Verdict, int> Verdicts
)
{
    /// <summary>Those of the hosts that an administrator holds at a revision, by its number.</summary>
    public IReadOnlyDictionary<int, int> Held { get; init; } = new Dictionary<int, int>();

    /// <summary>The number below which older revisions are; <see langword="null"/> when there are none.</summary>
    public int? Older { get; init; }

    /// <summary>Hosts whose system does not support all of it.</summary>
    public IReadOnlyList<UnfitHost> Unfit { get; init; } = [];

    /// <summary>Those of the hosts that last reported the revision that they must have, as in the list.</summary>
    public required int HaveRequired { get; init; }
}

/// <summary>A policy in the list.</summary>
/// <param name="Summary">Itself.</param>
/// <param name="HaveRequired">Its hosts that last reported the revision that they must have.</param>
public sealed record PolicyListRow(PolicySummary Summary, int HaveRequired);
