namespace IwTune.Shared.Wire;

/// <summary>What the host has <em>now</em>, in less than 300 bytes. The server believes only the latest of these, never an old acknowledgement.</summary>
/// <param name="Held">The bundle the host enforces; <see langword="null"/> when it has none.</param>
/// <param name="StateHash">Hash of every target's window as read; changes when anything on the host changed.</param>
/// <param name="BootId">As in <see cref="HostFacts.BootId"/>.</param>
/// <param name="Counter">Check-ins of this enrolment, from 1. Going backwards means a clone or a restored snapshot.</param>
/// <param name="Rejected">Digest of the bundle that was last refused or put back, so that it is not sent again at once.</param>
public sealed record CheckInRequest(HeldBundle? Held, string StateHash, string BootId, long Counter, string? Rejected = null);

/// <summary>The bundle a host enforces.</summary>
/// <param name="Sequence">Its sequence.</param>
/// <param name="Digest">Its content's digest.</param>
/// <param name="Expires">When it lapses; the server renews it at half its life.</param>
public sealed record HeldBundle(long Sequence, string Digest, DateTimeOffset Expires);
