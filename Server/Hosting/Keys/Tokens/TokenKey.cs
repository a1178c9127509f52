using System.Security.Cryptography;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys.Tokens;

/// <summary>A P-256 key whose private half stays in a token.</summary>
internal sealed class TokenKey : ECDsa
{
    internal const int PointBytes = 65;
    private const int CoordinateBytes = 32;
    private readonly TokenSession _session;
    private readonly byte[] _id;
    private readonly ECDsa _public;

    /// <exception cref="StorageUnusableException">The token, or the key in it, is not there, or the PIN is refused.</exception>
    public TokenKey(TokenSession session, TokenKeyName name)
    {
        (_session, _id, Name) = (session, name.Id.ToArray(), name);
        LegalKeySizesValue = [new(256, 256, 0)];
        KeySizeValue = 256;
        var point = session.Point(_id);
        if (point is not [4, ..] || point.Length != PointBytes)
            throw new StorageUnusableException(
                $"The key {Convert.ToHexStringLower(_id)} in the token '{name.Token}' is not on the curve P-256."
            );
        _public = Create(
            new ECParameters
            {
                Curve = ECCurve.NamedCurves.nistP256,
                Q = new() { X = point[1..(1 + CoordinateBytes)], Y = point[(1 + CoordinateBytes)..] },
            }
        );
    }

    /// <summary>Where it is.</summary>
    public TokenKeyName Name { get; }

    /// <exception cref="StorageUnusableException">The token does not sign now.</exception>
    public override byte[] SignHash(byte[] hash) => _session.Sign(_id, hash);

    public override bool VerifyHash(byte[] hash, byte[] signature) => _public.VerifyHash(hash, signature);

    public override ECParameters ExportParameters(bool includePrivateParameters) =>
        includePrivateParameters
            ? throw new CryptographicException("The private half does not leave the token.")
            : _public.ExportParameters(false);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _public.Dispose();
        base.Dispose(disposing);
    }
}
