using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Wire;

/// <summary>A host's request to enrol in the fleet.</summary>
/// <param name="Token">The enrolment token, as <c>iwtune-server token create</c> printed it.</param>
/// <param name="Facts">What the host is.</param>
/// <param name="Former">
/// The credential of the membership it had at this server, <c>ID.SECRET</c>: it proves that the host is that member and may replace it.
/// <see langword="null"/> for none.
/// </param>
/// <param name="Key">The key that the host made, bound to the token; <see langword="null"/> from agents that make none.</param>
/// <param name="FormerProof">
/// Signature by the key of <paramref name="Former"/> over <see cref="HostKeys.Offer"/> for <see cref="HostKeys.Former"/>, the token and the
/// new public key, base64; needed where that membership has a key.
/// </param>
public sealed record EnrolRequest(
    string Token,
    HostFacts Facts,
    string? Former = null,
    HostKeyOffer? Key = null,
    string? FormerProof = null
);

/// <summary>The host is enrolled from now on.</summary>
/// <param name="HostId">UUIDv7, text.</param>
/// <param name="HostSecret">Sent with every call; the server keeps only its hash.</param>
/// <param name="SigningKeys">Keys that bundles are signed with.</param>
/// <param name="Schedule">When to check in.</param>
/// <param name="Labels">Labels the token gave the host.</param>
/// <param name="WaitsUntil">
/// Set when an administrator has to approve the host first: when the wait lapses. Until then it is served nothing.
/// </param>
/// <param name="Trust">
/// The fleet, and all that the host is to trust; <see langword="null"/> from a server before keys could be rotated.
/// </param>
public sealed record EnrolReply(
    string HostId,
    string HostSecret,
    IReadOnlyList<SigningKey> SigningKeys,
    Schedule Schedule,
    IReadOnlyDictionary<string, string> Labels,
    DateTimeOffset? WaitsUntil = null,
    Trust? Trust = null
);

/// <summary>A public key that bundles may be signed with.</summary>
/// <param name="KeyId">SHA-256 of the public key info, lower-case hex.</param>
/// <param name="PublicKey">SubjectPublicKeyInfo (RFC 5280 §4.1.2.7) of a P-256 key, base64.</param>
public sealed record SigningKey(string KeyId, string PublicKey);

/// <summary>When to check in. Each host has a slot of its own, so that a reconnect of the fleet makes no herd.</summary>
/// <param name="WaitSeconds">How long a check-in may be held open by the server, seconds, 1..300.</param>
/// <param name="IntervalSeconds">Pause after a failed check-in before back-off, and the period of slots, seconds.</param>
/// <param name="SlotSeconds">This host's place within the period, seconds, below <paramref name="IntervalSeconds"/>.</param>
public sealed record Schedule(int WaitSeconds, int IntervalSeconds, int SlotSeconds)
{
    /// <summary>A host that did not reach its server tries again after this time and one interval at the latest.</summary>
    public static readonly TimeSpan LongestBackOff = TimeSpan.FromMinutes(15);
}
