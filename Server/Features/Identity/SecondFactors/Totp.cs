using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;

namespace IwTune.Server.Features.Identity.SecondFactors;

/// <summary>Codes by time (RFC 6238, over RFC 4226): SHA-1, six digits, thirty seconds, as every authenticator app has it.</summary>
internal static class Totp
{
    public const int SecretBytes = 20,
        StepSeconds = 30,
        Digits = 6;
    private const int MacBytes = 20;

    /// <summary>How many steps a clock may be off, either way (RFC 6238 §5.2).</summary>
    private const int Drift = 1;

    public static long StepAt(DateTimeOffset at) => at.ToUnixTimeSeconds() / StepSeconds;

    /// <param name="secret">The key both sides have.</param>
    /// <param name="step">Thirty-second steps since 1970.</param>
    /// <param name="digits">6 to 8.</param>
    public static string Code(ReadOnlySpan<byte> secret, long step, int digits = Digits)
    {
        Span<byte> counter = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(counter, step);
        Span<byte> mac = stackalloc byte[MacBytes];
        CryptographicOperations.HmacData(HashAlgorithmName.SHA1, secret, counter, mac);
        // RFC 4226 §5.3: dynamic truncation.
        var offset = mac[^1] & 0xf;
        var number = BinaryPrimitives.ReadUInt32BigEndian(mac[offset..]) & 0x7fffffff;
        return (number % (uint)Math.Pow(10, digits)).ToString(CultureInfo.InvariantCulture).PadLeft(digits, '0');
    }

    /// <returns>The step the code is of, if it is of this time and later than <paramref name="last"/>: a code is good once.</returns>
    public static long? Fits(ReadOnlySpan<byte> secret, string code, DateTimeOffset now, long last)
    {
        if (code.Length != Digits || !code.All(char.IsAsciiDigit))
            return null;
        var middle = StepAt(now);
        long? found = null;
        // All are computed, whichever fits: how long it takes says nothing.
        for (var step = middle - Drift; step <= middle + Drift; step++)
        {
            if (
                CryptographicOperations.FixedTimeEquals(
                    System.Text.Encoding.ASCII.GetBytes(Code(secret, step)),
                    System.Text.Encoding.ASCII.GetBytes(code)
                )
                && step > last
            )
                found = step;
        }
        return found;
    }

    /// <summary>What the QR code says (the Key URI format that authenticator apps read).</summary>
    public static string Uri(string server, string name, ReadOnlySpan<byte> secret) =>
        $"otpauth://totp/{System.Uri.EscapeDataString($"IwTune {server}")}:{System.Uri.EscapeDataString(name)}?secret="
        + $"{Base32.Write(secret)}&issuer={System.Uri.EscapeDataString($"IwTune {server}")}";
}
