using System.Globalization;
using System.Text;

namespace IwTune.Shared.Wire.Signing;

/// <summary>
/// What a DSSE signature is made over: <c>"DSSEv1" SP LEN(type) SP type SP LEN(body) SP body</c> (DSSE v1.0, protocol.md).
/// </summary>
internal static class PreAuthEncoding
{
    internal static byte[] Of(string payloadType, ReadOnlySpan<byte> payload)
    {
        var typeLength = Encoding.UTF8.GetByteCount(payloadType);
        var head = Encoding.UTF8.GetBytes(
            string.Create(CultureInfo.InvariantCulture, $"DSSEv1 {typeLength} {payloadType} {payload.Length} ")
        );
        return [.. head, .. payload];
    }
}
