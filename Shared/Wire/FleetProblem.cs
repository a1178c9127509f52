using IwTune.Shared.Policies;

namespace IwTune.Shared.Wire;

/// <summary>Why a call was refused: problem details (RFC 9457) as <c>application/problem+json</c>.</summary>
/// <param name="Title">What was refused, as a short sentence.</param>
/// <param name="Status">The HTTP status.</param>
/// <param name="Detail">What was found and what to do next.</param>
/// <param name="Problems">Every problem of the request, each with its place; <see langword="null"/> where one sentence suffices.</param>
/// <param name="Membership">For hosts: the caller's enrolment state; <see langword="null"/> when that is not why it was refused.</param>
public sealed record FleetProblem(
    string Title,
    int Status,
    string? Detail = null,
    IReadOnlyList<PolicyProblem>? Problems = null,
    MembershipNotice? Membership = null
)
{
    /// <summary>
    /// What kind of refusal it is, a URN that programs may compare: <c>urn:iwtune:problem:not-found</c>. docs/api.md lists them.
    /// </summary>
    public string? Type { get; init; }

    /// <summary>The path that was called, without its query, which may contain a person's input.</summary>
    public string? Instance { get; init; }
}

/// <summary>A change that needs nothing but its reason.</summary>
/// <param name="Reason">Why, for the audit log; at most 500 characters.</param>
public sealed record ReasonRequest(string Reason);
