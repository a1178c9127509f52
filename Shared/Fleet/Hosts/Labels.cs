using IwTune.Shared.Fleet.Policies;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>
/// Sets or removes one label of one host, or of every host that a selector matches at this moment. Exactly one of the two is given.
/// </summary>
/// <param name="Host">Name or id.</param>
/// <param name="Selector">As in <see cref="AssignRequest"/>.</param>
/// <param name="Key">The label's key.</param>
/// <param name="Value">Its value from now on; <see langword="null"/> removes the label.</param>
/// <param name="Reason">Why; needed.</param>
/// <param name="Confirm">The number of hosts whose labels change, repeated by a person: needed above half of the fleet.</param>
public sealed record LabelHostsRequest(
    string? Host = null,
    string? Selector = null,
    string Key = "",
    string? Value = null,
    string Reason = "",
    int? Confirm = null
);

/// <summary>The result of a <see cref="LabelHostsRequest"/>.</summary>
/// <param name="Matched">Hosts of the request.</param>
/// <param name="Changed">How many of them have other labels from now on.</param>
/// <param name="Moves">Changed hosts by the policy that they leave and the one that they follow, the most hosts first.</param>
public sealed record LabelHostsReply(int Matched, int Changed, IReadOnlyList<PolicyMove> Moves);

/// <summary>Hosts that go from one policy to another.</summary>
/// <param name="From">The policy before; <see langword="null"/> for none.</param>
/// <param name="To">The policy from now on; <see langword="null"/> for none.</param>
/// <param name="Hosts">How many.</param>
public sealed record PolicyMove(string? From, string? To, int Hosts);
