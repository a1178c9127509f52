using System.Security.Cryptography;

namespace IwTune.Shared.Wire.Signing;

/// <summary>Signs bytes into an <see cref="Envelope"/>.</summary>
public static class EnvelopeSigner
{
    /// <summary>One signature, ECDSA P-256 with SHA-256, r‖s.</summary>
    /// <exception cref="ArgumentException">The key is not a P-256 key.</exception>
    /// <exception cref="CryptographicException">The key holds no private part.</exception>
    public static Envelope Sign(ReadOnlySpan<byte> payload, string payloadType, ECDsa key) =>
        Sign(payload, payloadType, [(key, SigningKeys.From(key).KeyId)]);

    /// <summary>The same by several keys: a receiver that trusts any of them accepts it.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="payloadType">What they are.</param>
    /// <param name="keys">Each with its id, which costs as much to compute as a signature.</param>
    /// <exception cref="CryptographicException">A key holds no private part.</exception>
    public static Envelope Sign(ReadOnlySpan<byte> payload, string payloadType, IReadOnlyList<(ECDsa Key, string Id)> keys)
    {
        var signed = PreAuthEncoding.Of(payloadType, payload);
        return new(
            payloadType,
            Convert.ToBase64String(payload),
            [
                .. keys.Select(one => new EnvelopeSignature(
                    one.Id,
                    Convert.ToBase64String(
                        one.Key.SignData(signed, HashAlgorithmName.SHA256, DSASignatureFormat.IeeeP1363FixedFieldConcatenation)
                    )
                )),
            ]
        );
    }
}
