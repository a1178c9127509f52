namespace IwTune.Shared.Wire;

/// <summary>
/// What the host has now, in less than 300 bytes. The server believes only the latest of these, never an old acknowledgement.
/// </summary>
/// <param name="Held">The bundle the host enforces; <see langword="null"/> when it has none.</param>
/// <param name="StateHash">Hash of every target's window as read; changes when anything on the host changed.</param>
/// <param name="BootId">As in <see cref="HostFacts.BootId"/>.</param>
/// <param name="Counter">Check-ins of this enrolment, from 1. Going backwards means a clone or a restored snapshot.</param>
/// <param name="Rejected">Digest of the bundle that was last refused or restored, so that it is not sent again at once.</param>
/// <param name="Floor">
/// The highest sequence the host ever accepted, where that is above <paramref name="Held"/>'s; it accepts no lower one.
/// <see langword="null"/> when it is the same.
/// </param>
/// <param name="Reported">
/// Number of the last report line that the server confirmed as durable; <see langword="null"/> from an agent before 0.2. A server that has
/// fewer lines was restored from a backup, and requests the reports again.
/// </param>
/// <param name="Nonce">
/// Random, of this check-in alone, at most 16 characters: two check-ins with one number and two nonces came from two machines.
/// </param>
/// <param name="Trust">
/// Number of the <see cref="Signing.Trust"/> that the host acts on, 0 for one from its enrolment alone; <see langword="null"/> from an
/// agent that knows none.
/// </param>
/// <param name="Restored">
/// When and why the host restored the content of <paramref name="Rejected"/>; <see langword="null"/> when it did not, when a person on the
/// host decided, and from an agent that does not report it.
/// </param>
public sealed record CheckInRequest(
    HeldBundle? Held,
    string StateHash,
    string BootId,
    long Counter,
    string? Rejected = null,
    long? Floor = null,
    long? Reported = null,
    string? Nonce = null,
    long? Trust = null,
    RestoredBundle? Restored = null
);

/// <summary>A bundle that the agent applied and restored.</summary>
/// <param name="At">When, by the host's clock: another attempt at the same content has another time.</param>
/// <param name="CutOff">
/// True when no step failed: the server was not reached within the confirm time, or the agent or the host went down in it.
/// </param>
public sealed record RestoredBundle(DateTimeOffset At, bool CutOff);

/// <summary>The bundle a host enforces.</summary>
/// <param name="Sequence">Its sequence.</param>
/// <param name="Digest">Its content's digest.</param>
/// <param name="Expires">When it lapses; the server renews it at half its life.</param>
public sealed record HeldBundle(long Sequence, string Digest, DateTimeOffset Expires);
