using System.Security.Cryptography;

namespace IwTune.Shared.Wire;

/// <summary>Signs bytes into an <see cref="Envelope"/>.</summary>
public static class EnvelopeSigner
{
    /// <summary>One signature, ECDSA P-256 with SHA-256, r‖s.</summary>
    /// <exception cref="ArgumentException">The key is not a P-256 key.</exception>
    /// <exception cref="CryptographicException">The key holds no private part.</exception>
    public static Envelope Sign(ReadOnlySpan<byte> payload, string payloadType, ECDsa key)
    {
        var keyId = SigningKeys.From(key).KeyId;
        var signature = key.SignData(PreAuthEncoding.Of(payloadType, payload), HashAlgorithmName.SHA256, DSASignatureFormat.IeeeP1363FixedFieldConcatenation);
        return new(payloadType, Convert.ToBase64String(payload), [new(keyId, Convert.ToBase64String(signature))]);
    }
}
