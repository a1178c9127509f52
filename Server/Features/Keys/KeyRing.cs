using IwTune.Server.Hosting.Certificates;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Keys;

/// <summary>The keys of the fleet at one announcement. Immutable.</summary>
/// <param name="fleet">As in <see cref="Shared.Wire.Signing.Trust.Fleet"/>.</param>
/// <param name="number">As in <see cref="Shared.Wire.Signing.Trust.Number"/>.</param>
/// <param name="signing">Keys that are not retired, the newest first.</param>
/// <param name="authorities">CAs that are not retired, the one in use first.</param>
internal sealed class KeyRing(
    string fleet,
    long number,
    IReadOnlyList<SigningPair> signing,
    IReadOnlyList<CertificateAuthority> authorities
)
{
    private readonly SigningPair _newest = signing.First(pair => !pair.Revoked);

    public string Fleet => fleet;

    public long Number => number;

    /// <summary>
    /// The CA that the server's certificate comes from: the oldest that is left, so that a new one is known everywhere before it is used.
    /// </summary>
    public CertificateAuthority Authority => authorities[0];

    /// <summary>What hosts are to trust.</summary>
    public Trust Trust { get; } =
        new(
            fleet,
            number,
            [.. signing.Where(pair => !pair.Revoked).Select(pair => pair.Public)],
            [.. authorities.Select(authority => authority.Pem)]
        );

    /// <summary>The keys that sign for a host: the newest key, beside it the newest one that the host knows.</summary>
    /// <param name="acknowledged">As in <see cref="CheckInRequest.Trust"/>.</param>
    public IReadOnlyList<SigningPair> SignersFor(long? acknowledged) =>
        signing.Count == 1 || acknowledged >= _newest.Since ? [_newest]
        : acknowledged is { } known && signing.FirstOrDefault(pair => pair.Since <= known) is { } theirs ? [_newest, theirs]
        : [_newest, .. signing.Where(pair => pair != _newest).Take(Shared.Wire.Signing.Trust.MostKeys - 1)];
}
