namespace IwTune.Shared.Fleet.Policies;

/// <summary>Assigns a policy to the hosts a selector matches.</summary>
/// <param name="Selector"><c>*</c> for every host, or terms separated by spaces, all of which must hold: <c>os:linux kernel:&gt;=5.15
/// site:fra,ams -role:db label:edge</c>. The grammar is <see cref="Selectors.Selector"/>'s (docs/selectors.md).</param>
/// <param name="Policy">The policy's name.</param>
/// <param name="Priority">The highest wins; among equals the most recent. −1000..1000.</param>
/// <param name="Reason">Why, for the audit log.</param>
/// <param name="Confirm">How many hosts it changes, when that is more than half of a fleet of at least 10.</param>
public sealed record AssignRequest(string Selector, string Policy, int Priority = 0, string Reason = "", int? Confirm = null);

/// <summary>An assignment that matches a host: the one that decides for it, or one that lost.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="Selector">As in <see cref="AssignRequest"/>, in canonical order.</param>
/// <param name="Policy">The policy's name.</param>
/// <param name="Priority">The highest wins; among equals the most recent.</param>
/// <param name="Wins">True for the assignment that decides.</param>
/// <param name="Why">Why it wins or lost: <c>edge-web beats default: priority 20 &gt; 0</c>.</param>
public sealed record AssignmentChoice(string Id, string Selector, string Policy, int Priority, bool Wins, string Why);

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
    string Id,
    string Selector,
    string Policy,
    int Priority,
    string Author,
    string Reason,
    DateTimeOffset Created,
    int Matched,
    int Decides
)
{
    /// <summary>What is allowed and probably a mistake, one sentence each; only in the answer to making it.</summary>
    public IReadOnlyList<string> Warnings
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>
    /// The priority of the assignment of the same policy to the same selector that this one replaced; only in the answer to making it.
    /// </summary>
    public int? Replaced { get; init; }
}
