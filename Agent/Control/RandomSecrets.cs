using System.Security.Cryptography;
using System.Text;

namespace IwTune.Agent.Control;

/// <summary>Random words that cannot be guessed, and what a server keeps of them.</summary>
internal static class RandomSecrets
{
    private const int SecretBytes = 32,
        ShortBytes = 6;

    /// <summary>256 bits as 43 characters.</summary>
    public static string New() => Text(SecretBytes);

    /// <summary>48 bits as 8 characters: identifies, proves nothing.</summary>
    public static string Short() => Text(ShortBytes);

    /// <summary>As in <see cref="Shared.Wire.RotateRequest.SecretHash"/>.</summary>
    public static string HashOf(string secret) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(secret))).ToLowerInvariant();

    // RFC 4648 §5; the framework's own encoder is newer than the oldest framework that this is built for.
    private static string Text(int bytes) =>
        Convert.ToBase64String(RandomNumberGenerator.GetBytes(bytes)).TrimEnd('=').Replace('+', '-').Replace('/', '_');
}
