using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Shared.Wire.Signing;

/// <summary>
/// What a DSSE signature is made over: <c>"DSSEv1" SP LEN(type) SP type SP LEN(body) SP body</c> (DSSE v1.0, protocol.md).
/// </summary>
internal static class PreAuthEncoding
{
    internal static byte[] Of(string payloadType, ReadOnlySpan<byte> payload) => [.. Head(payloadType, payload.Length), .. payload];

    /// <summary>The SHA-256 of it, without a copy of the payload.</summary>
    internal static void Digest(string payloadType, ReadOnlySpan<byte> payload, Span<byte> to)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(Head(payloadType, payload.Length));
        hash.AppendData(payload);
        hash.GetHashAndReset(to);
    }

    private static byte[] Head(string payloadType, int length) =>
        Encoding.UTF8.GetBytes(
            string.Create(CultureInfo.InvariantCulture, $"DSSEv1 {Encoding.UTF8.GetByteCount(payloadType)} {payloadType} {length} ")
        );
}
