using System.Security.Cryptography;

namespace IwTune.Server.Features.Identity.SecondFactors;

/// <summary>
/// Ten codes for the day the phone is lost: 136 random bits each, good once, kept as hashes. A fast hash needs 112 bits at least (OWASP
/// ASVS 5.0.0, 6.5.2).
/// </summary>
internal static class RecoveryCodes
{
    private const int Count = 10,
        Bytes = 17, // seven whole groups
        Group = 4;

    public static IReadOnlyList<string> New() =>
        [.. Enumerable.Range(0, Count).Select(_ => Written(Base32.Write(RandomNumberGenerator.GetBytes(Bytes)).ToLowerInvariant()))];

    /// <summary>As a person types it: case, spaces and hyphens do not matter.</summary>
    public static string HashOf(string code) =>
        Tokens.Secret.HashOf(string.Concat(code.Where(char.IsAsciiLetterOrDigit)).ToLowerInvariant());

    private static string Written(string code) => string.Join('-', code.Chunk(Group).Select(part => new string(part)));
}
