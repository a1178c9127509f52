using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>
/// Holds a host, or every host that a selector matches at this moment, at its present required content. Exactly one of both is given.
/// </summary>
/// <param name="Host">Name or id.</param>
/// <param name="Selector">As in <see cref="AssignRequest"/>. Hosts that match it later are not held.</param>
/// <param name="Reason">Why; needed. At most 500 characters on one line.</param>
/// <param name="ForSeconds">
/// How long, counted by the server's clock: 60 seconds to 366 days; <see langword="null"/> until a person releases it.
/// </param>
/// <param name="Confirm">The number of hosts, repeated by a person: needed above half of the fleet.</param>
public sealed record HoldRequest(
    string? Host = null,
    string? Selector = null,
    string Reason = "",
    long? ForSeconds = null,
    int? Confirm = null
);

/// <summary>The result of a <see cref="HoldRequest"/>.</summary>
/// <param name="Matched">Hosts of the request.</param>
/// <param name="Held">How many of them are held from now on.</param>
/// <param name="AlreadyHeld">How many were held before; their holds are unchanged.</param>
/// <param name="Holds">The holds in force on the first 100 of them, by name.</param>
public sealed record HoldReply(int Matched, int Held, int AlreadyHeld, IReadOnlyList<ServerHold> Holds);

/// <summary>
/// Ends holds: one of a host, of every host that a selector matches at this moment, or one by its id. Exactly one of the three is given.
/// </summary>
/// <param name="Host">Name or id.</param>
/// <param name="Selector">As in <see cref="AssignRequest"/>.</param>
/// <param name="Hold">The id of a hold: releases that one and no later one of the same host.</param>
/// <param name="Reason">Why; needed.</param>
/// <param name="Confirm">The number of held hosts, repeated by a person: needed above half of the fleet.</param>
public sealed record ReleaseRequest(
    string? Host = null,
    string? Selector = null,
    string? Hold = null,
    string Reason = "",
    int? Confirm = null
);

/// <summary>The result of a <see cref="ReleaseRequest"/>.</summary>
/// <param name="Released">How many holds ended.</param>
/// <param name="Holds">The first 100 of them, by name, in their last state.</param>
public sealed record ReleaseReply(int Released, IReadOnlyList<ServerHold> Holds);

/// <summary>
/// A host that is held at its required content. Nothing that is published, assigned or labelled reaches it until it is released.
/// </summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="HostId">The host.</param>
/// <param name="HostName">Its name.</param>
/// <param name="By">Who set it, as the audit log writes it: <c>user:anna</c>.</param>
/// <param name="Reason">Why.</param>
/// <param name="Since">When it was set, by the server's clock.</param>
/// <param name="Until">When it ends by itself; <see langword="null"/> when a person must release it.</param>
/// <param name="Policy">The policy the host is held at; <see langword="null"/> when it is held at having none.</param>
/// <param name="Revision">That policy's revision.</param>
/// <param name="Digest">Digest of the content it is held at (<see cref="BundleDigest"/>).</param>
/// <param name="Lacks">What it would get without the hold: <c>edge revision 9</c>; empty when that is what it has.</param>
public sealed record ServerHold(
    string Id,
    string HostId,
    string HostName,
    string By,
    string Reason,
    DateTimeOffset Since,
    DateTimeOffset? Until,
    string? Policy,
    int? Revision,
    string Digest,
    string Lacks
);
