namespace IwTune.Shared.Wire;

/// <summary>Assigns a policy to the hosts a selector matches.</summary>
/// <param name="Selector"><c>*</c> for every host, or terms <c>key:value</c> separated by spaces, all of which must hold.
/// Keys are labels, or the facts <c>os</c>, <c>kernel</c>, <c>host</c>; a value may end in <c>*</c>.</param>
/// <param name="Policy">The policy's name.</param>
/// <param name="Priority">The highest wins; among equals the most recent. −1000..1000.</param>
/// <param name="Reason">Why, for the audit log.</param>
public sealed record AssignRequest(string Selector, string Policy, int Priority = 0, string Reason = "");

/// <summary>An assignment.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="Selector">As in <see cref="AssignRequest"/>, in canonical order.</param>
/// <param name="Policy">The policy's name.</param>
/// <param name="Priority">The highest wins.</param>
/// <param name="Author">Who made it.</param>
/// <param name="Reason">Why.</param>
/// <param name="Created">When.</param>
/// <param name="Matched">Hosts the selector matches.</param>
/// <param name="Decides">Hosts for which this assignment wins.</param>
public sealed record AssignmentSummary(
    string Id, string Selector, string Policy, int Priority, string Author, string Reason, DateTimeOffset Created, int Matched, int Decides);
