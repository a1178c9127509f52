using IwTune.Server.Features.Tokens;
using Microsoft.AspNetCore.Identity;

namespace IwTune.Server.Features.Identity;

/// <summary>Password hashes: PBKDF2 as ASP.NET Core's hasher does it.</summary>
internal static class Passwords
{
    private static readonly PasswordHasher<string> Hasher = new();
    private static readonly Lazy<string> Dummy = new(() => Hash(Secret.New()));

    /// <summary>A random one, short enough to type.</summary>
    public static string New() => Secret.New()[..24];

    public static string Hash(string password) => Hasher.HashPassword("", password);

    public static bool Fits(string hash, string password) =>
        Hasher.VerifyHashedPassword("", hash, password) != PasswordVerificationResult.Failed;

    /// <summary>Spends the time of a real check, so that an unknown name and a wrong password cannot be distinguished.</summary>
    public static void Spend(string password) => Fits(Dummy.Value, password);
}
