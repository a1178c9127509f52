using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;

namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>The function of a person's phone (RFC 6238), implemented a second time, so that it cannot share the server's errors.</summary>
internal static class AuthenticatorApp
{
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    /// <param name="key">As the page shows it, without spaces.</param>
    public static string Code(string key)
    {
        var bits = string.Concat(
            key.Select(letter => Alphabet.IndexOf(letter, StringComparison.Ordinal).ToString("b5", CultureInfo.InvariantCulture))
        );
        var secret = Enumerable.Range(0, bits.Length / 8).Select(i => Convert.ToByte(bits.Substring(i * 8, 8), 2)).ToArray();
        var step = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(step, TimeProvider.System.GetUtcNow().ToUnixTimeSeconds() / 30);
        var mac = CryptographicOperations.HmacData(HashAlgorithmName.SHA1, secret, step);
        return ((BinaryPrimitives.ReadUInt32BigEndian(mac.AsSpan(mac[^1] & 0xf)) & 0x7fffffff) % 1_000_000).ToString(
            "D6",
            CultureInfo.InvariantCulture
        );
    }
}
