using System.Security.Cryptography;

namespace IwTune.Shared.Wire.Signing;

/// <summary>Makes and reads <see cref="SigningKey"/>.</summary>
public static class SigningKeys
{
    private const string P256 = "1.2.840.10045.3.1.7";

    /// <summary>The public half of a key pair, with its id.</summary>
    /// <exception cref="ArgumentException">The key is not a P-256 key.</exception>
    public static SigningKey From(ECDsa key)
    {
        if (!IsP256(key))
            throw new ArgumentException("bundles are signed with ECDSA P-256; this key has another curve", nameof(key));
        var publicKey = key.ExportSubjectPublicKeyInfo();
        return new(CanonicalText.Hex(SHA256.HashData(publicKey)), Convert.ToBase64String(publicKey));
    }

    /// <summary>The id that a public key has, whatever it says of itself; empty when there is no key in the text.</summary>
    public static string IdOf(SigningKey key)
    {
        try
        {
            return CanonicalText.Hex(SHA256.HashData(Convert.FromBase64String(key.PublicKey)));
        }
        catch (FormatException)
        {
            return "";
        }
    }

    /// <summary>The check by .NET's own implementation, on Windows CNG and elsewhere OpenSSL.</summary>
    /// <inheritdoc cref="SignatureCheck"/>
    public static bool Fits(SigningKey key, byte[] signed, byte[] signature)
    {
        using var opened = Open(key);
        return opened is not null
            && opened.VerifyData(signed, signature, HashAlgorithmName.SHA256, DSASignatureFormat.IeeeP1363FixedFieldConcatenation);
    }

    /// <summary>The key to verify with; <see langword="null"/> when the text holds no P-256 public key.</summary>
    private static ECDsa? Open(SigningKey key)
    {
        var ecdsa = ECDsa.Create();
        try
        {
            ecdsa.ImportSubjectPublicKeyInfo(Convert.FromBase64String(key.PublicKey), out _);
            if (IsP256(ecdsa))
                return ecdsa;
        }
        catch (Exception unreadable) when (unreadable is FormatException or CryptographicException or PlatformNotSupportedException)
        {
            // The last one is OpenSSL's answer to a curve that it does not know.
        }
        ecdsa.Dispose();
        return null;
    }

    private static bool IsP256(ECDsa key) => key.ExportParameters(includePrivateParameters: false).Curve.Oid?.Value == P256;
}

/// <summary>The one primitive of verifying an envelope: whether this key made this signature, ECDSA P-256 with SHA-256.</summary>
/// <param name="key">The key.</param>
/// <param name="signed">The pre-authentication encoding that was signed.</param>
/// <param name="signature">r‖s (IEEE P1363), as received: any length, any bytes.</param>
/// <returns>False also when the key cannot be read.</returns>
public delegate bool SignatureCheck(SigningKey key, byte[] signed, byte[] signature);
