using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Features.Tokens;

/// <summary>
/// 256 random bits as text. The server keeps only their SHA-256; no salt is needed, since nothing that long can be guessed.
/// </summary>
internal static class Secret
{
    private const int Bytes = 32,
        PrefixLength = 10;

    public static string New(string prefix = "") => prefix + Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(Bytes));

    /// <summary>64 lower-case hex digits.</summary>
    public static string HashOf(string secret) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(secret)));

    /// <summary>What is shown in lists: the kind and four characters, 24 bits of 256.</summary>
    public static string PrefixOf(string secret) => secret[..Math.Min(PrefixLength, secret.Length)];

    /// <summary>Compares in constant time, so that the duration does not show how much was right.</summary>
    public static bool Fits(ReadOnlySpan<char> secret, ReadOnlySpan<byte> hash)
    {
        Span<byte> utf8 = stackalloc byte[256];
        if (!Encoding.UTF8.TryGetBytes(secret, utf8, out var length))
            return false;
        Span<byte> actual = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(utf8[..length], actual);
        return CryptographicOperations.FixedTimeEquals(actual, hash);
    }
}
