using System.Buffers.Binary;
using System.Collections.Frozen;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// The 5,000 passwords that occur most often in leaks, of those that no other rule of <see cref="PasswordRules"/> refuses; in lower case.
/// </summary>
/// <remarks>
/// They come from the list <c>10-million-password-list-top-1000000</c> of SecLists. The file has the first eight bytes of the SHA-256 of
/// each, because many of the texts are obscene.
/// </remarks>
internal static class FrequentPasswords
{
    private const string File = "frequent-passwords.txt";

    private static readonly Lazy<FrozenSet<ulong>> Hashes = new(Read);

    public static int Count => Hashes.Value.Count;

    /// <param name="folded">The password in lower case.</param>
    public static bool Has(string folded) =>
        Hashes.Value.Contains(BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(folded))));

    private static FrozenSet<ulong> Read()
    {
        using var lines = new StreamReader(typeof(FrequentPasswords).Assembly.GetManifestResourceStream(File)!);
        return lines
            .ReadToEnd()
            .Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(line => ulong.Parse(line, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture))
            .ToFrozenSet();
    }
}
