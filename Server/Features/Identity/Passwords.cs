using System.Buffers.Binary;
using System.Security.Cryptography;
using IwTune.Server.Features.Tokens;
using Microsoft.AspNetCore.Identity;
using Microsoft.Extensions.Options;

namespace IwTune.Server.Features.Identity;

/// <summary>Password hashes: PBKDF2 with HMAC-SHA-512 as ASP.NET Core's hasher does it.</summary>
internal static class Passwords
{
    /// <summary>OWASP ASVS 5.0.0, appendix C: at least so many with SHA-512. Hashes of before have 100,000.</summary>
    public const int Iterations = 210_000;

    private const byte WithIterations = 1;
    private const int IterationsAt = 5,
        HeadBytes = 13;
    private static readonly PasswordHasher<string> Hasher = new(Options.Create(new PasswordHasherOptions { IterationCount = Iterations }));
    private static readonly Lazy<string> Dummy = new(() => Hash(Secret.New()));

    /// <summary>A random one, short enough to type.</summary>
    public static string New() => Secret.New()[..24];

    public static string Hash(string password) => Hasher.HashPassword("", password);

    /// <summary>Takes as long for a hash of before as for one of now, so that it cannot be distinguished from an unknown name.</summary>
    public static bool Fits(string hash, string password)
    {
        var fits = Hasher.VerifyHashedPassword("", hash, password) != PasswordVerificationResult.Failed;
        if (Iterations - IterationsOf(hash) is > 0 and var missing)
            Rfc2898DeriveBytes.Pbkdf2(password, new byte[16], missing, HashAlgorithmName.SHA512, 32);
        return fits;
    }

    /// <summary>True for a hash of before: one of now replaces it when the password is known, which is at a sign-in.</summary>
    public static bool IsOld(string hash) => IterationsOf(hash) < Iterations;

    /// <summary>Spends the time of a real check, so that an unknown name and a wrong password cannot be distinguished.</summary>
    public static void Spend(string password) => Fits(Dummy.Value, password);

    // The form of ASP.NET Core's hashes of version 3: one byte for it, four each for algorithm, iterations and length of the salt.
    private static int IterationsOf(string hash)
    {
        var bytes = Convert.FromBase64String(hash);
        return bytes is [WithIterations, ..] && bytes.Length >= HeadBytes
            ? BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(IterationsAt))
            : 0;
    }
}
