using IwTune.Shared.Policies;

namespace IwTune.Shared.Wire;

/// <summary>Why a call was refused: problem details (RFC 9457) as <c>application/problem+json</c>.</summary>
/// <param name="Title">What was refused, as a short sentence.</param>
/// <param name="Status">The HTTP status.</param>
/// <param name="Detail">What was found and what to do next.</param>
/// <param name="Problems">Everything that is wrong with a policy document; <see langword="null"/> for other refusals.</param>
public sealed record FleetProblem(string Title, int Status, string? Detail = null, IReadOnlyList<PolicyProblem>? Problems = null);

/// <summary>Whom a token or a session speaks for.</summary>
/// <param name="Name">The user's or the token's name, as the audit log writes it.</param>
/// <param name="Scope">What it may do.</param>
/// <param name="ServerVersion">The server's version.</param>
public sealed record WhoAmI(string Name, TokenScope Scope, string ServerVersion);

/// <summary>A change that needs nothing but its reason.</summary>
/// <param name="Reason">Why, for the audit log; at most 500 characters.</param>
public sealed record ReasonRequest(string Reason);
