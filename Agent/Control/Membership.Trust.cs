using System.Security.Cryptography;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control;

/// <summary>Keys and CAs that the server rotates.</summary>
public sealed partial class Membership
{
    /// <summary>
    /// Takes the announcement of a bundle that a trusted key signed; an older announcement is a replay and changes nothing.
    /// </summary>
    private void Take(Trust trust)
    {
        if (trust.Number <= Identity.TrustNumber)
            return;
        Identity next;
        PinnedAuthority authority;
        try
        {
            next = Identity.With(trust);
            authority = PinnedAuthority.Of(next);
        }
        catch (CryptographicException unreadable)
        {
            _log.Warn($"The server announced a CA that cannot be read: {unreadable.Message} The keys in use stay.");
            return;
        }
        var changes = Changes(Identity, next);
        if (!_held.Keep(next))
            return;
        // The previous one is left to the garbage collector: a handshake may still use it.
        _authority = authority;
        if (changes.Length > 0)
            _log.Info($"The server announced keys (number {trust.Number}): {changes}.");
    }

    private static string Changes(Identity before, Identity after)
    {
        var (signedBefore, signedAfter) = (
            before.SigningKeys.Select(key => key.KeyId).ToHashSet(StringComparer.Ordinal),
            after.SigningKeys.Select(key => key.KeyId).ToHashSet(StringComparer.Ordinal)
        );
        var (rootsBefore, rootsAfter) = (Pins(before), Pins(after));
        return string.Join(
            "; ",
            (
                (string[])
                    [
                        Named("bundles may also be signed by", signedAfter.Except(signedBefore)),
                        Named("no longer trusted for bundles:", signedBefore.Except(signedAfter)),
                        Named("the server's certificate may also come from the CA", rootsAfter.Except(rootsBefore)),
                        Named("no longer trusted CA:", rootsBefore.Except(rootsAfter)),
                    ]
            ).Where(part => part.Length > 0)
        );
    }

    private static string Named(string what, IEnumerable<string> ids) =>
        ids.Select(id => id.Length > 23 ? id[..23] : id).ToList() is { Count: > 0 } few ? $"{what} {string.Join(", ", few)}" : "";

    private static IEnumerable<string> Pins(Identity identity)
    {
        foreach (var pem in (string[])[identity.Authority, .. identity.OtherAuthorities])
        {
            using var certificate = System.Security.Cryptography.X509Certificates.X509Certificate2.CreateFromPem(pem);
            yield return $"{CaPin.Of(certificate)}";
        }
    }
}
