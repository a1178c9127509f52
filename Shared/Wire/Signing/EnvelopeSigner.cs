using System.Security.Cryptography;
using System.Text.Json;

namespace IwTune.Shared.Wire.Signing;

/// <summary>Signs bytes into an <see cref="Envelope"/>.</summary>
public static class EnvelopeSigner
{
    private const int SignatureBytes = 64;

    /// <summary>One signature, ECDSA P-256 with SHA-256, r‖s.</summary>
    /// <exception cref="ArgumentException">The key is not a P-256 key.</exception>
    /// <exception cref="CryptographicException">The key holds no private part.</exception>
    public static Envelope Sign(ReadOnlySpan<byte> payload, string payloadType, ECDsa key)
    {
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        Span<byte> signature = stackalloc byte[SignatureBytes];
        PreAuthEncoding.Digest(payloadType, payload, digest);
        var id = SigningKeys.From(key).KeyId;
        return new(
            payloadType,
            Convert.ToBase64String(payload),
            [new(id, Convert.ToBase64String(signature[..Sign(key, digest, signature)]))]
        );
    }

    /// <summary>
    /// The same by several keys, as the JSON of an <see cref="Envelope"/> and without the texts in between: a receiver that trusts any of
    /// the keys accepts it, and after a publication a server signs for every host.
    /// </summary>
    /// <param name="to">Is flushed.</param>
    /// <param name="payload">The bytes.</param>
    /// <param name="payloadType">What they are.</param>
    /// <param name="keys">Each with its id, which costs as much to compute as a signature.</param>
    /// <exception cref="CryptographicException">A key does not sign.</exception>
    public static void Write(
        Utf8JsonWriter to,
        ReadOnlySpan<byte> payload,
        string payloadType,
        IReadOnlyList<(DigestSigner Sign, string Id)> keys
    )
    {
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        Span<byte> signature = stackalloc byte[SignatureBytes];
        PreAuthEncoding.Digest(payloadType, payload, digest);
        to.WriteStartObject();
        to.WriteString("payloadType", payloadType);
        to.WriteBase64String("payload", payload);
        to.WriteStartArray("signatures");
        foreach (var (sign, id) in keys)
        {
            to.WriteStartObject();
            to.WriteString("keyid", id);
            to.WriteBase64String("sig", signature[..sign(digest, signature)]);
            to.WriteEndObject();
        }
        to.WriteEndArray();
        to.WriteEndObject();
        to.Flush();
    }

    /// <inheritdoc cref="DigestSigner"/>
    /// <exception cref="CryptographicException">The key holds no private part, or is no P-256 key.</exception>
    public static int Sign(ECDsa key, ReadOnlySpan<byte> digest, Span<byte> signature) =>
        key.TrySignHash(digest, signature, DSASignatureFormat.IeeeP1363FixedFieldConcatenation, out var written)
            ? written
            : throw new CryptographicException("the signature is longer than one of a P-256 key");
}

/// <summary>The one primitive of signing an envelope, ECDSA P-256.</summary>
/// <param name="digest">The SHA-256 of the pre-authentication encoding.</param>
/// <param name="signature">Gets r‖s (IEEE P1363).</param>
/// <returns>Bytes written: 64.</returns>
public delegate int DigestSigner(ReadOnlySpan<byte> digest, Span<byte> signature);
