using System.Security.Cryptography;
using System.Text;

namespace IwTune.Shared.Compliance.Exports.Formats;

/// <summary>
/// Identifiers in a file that is made again from the same rows: UUIDs of version 5 (RFC 9562, 5.5), since OSCAL's schema takes versions 4
/// and 5 alone. Equal names are equal identifiers.
/// </summary>
internal static class StableId
{
    private static readonly Guid Space = new("5d2f9c1e-6a0b-5c3d-9e47-8b1f60a7d2c4");

    public static Guid Of(string kind, string name)
    {
        Span<byte> bytes = stackalloc byte[16];
        Space.TryWriteBytes(bytes, bigEndian: true, out _);
#pragma warning disable CA5350 // RFC 9562 names SHA-1; nothing rests on its strength.
        var hash = SHA1.HashData([.. bytes, .. Encoding.UTF8.GetBytes($"{kind}:{name}")]);
#pragma warning restore CA5350
        hash[6] = (byte)((hash[6] & 0x0f) | 0x50);
        hash[8] = (byte)((hash[8] & 0x3f) | 0x80);
        return new(hash.AsSpan(0, 16), bigEndian: true);
    }
}
