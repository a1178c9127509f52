using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// <c>--refused-passwords</c>: files of passwords that others know. They are read at each change of a password, so that a newer file needs
/// no restart.
/// </summary>
/// <param name="files">Each ordered SHA-1 hashes as Have I Been Pwned publishes them, or one password a line.</param>
internal sealed class RefusedPasswords(IReadOnlyList<string> files)
{
    private const int HashCharacters = 40;

    private static readonly SearchValues<char> Hexadecimal = SearchValues.Create("0123456789ABCDEFabcdef");

    /// <summary>True when a file has it: a hash exactly, a line of text in any case.</summary>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public bool Has(string password) =>
        files.Any(file => IsOfHashes(file) ? HasHash(file, Hash(password)) : File.ReadLines(file).Any(line => IsSame(line, password)));

    /// <summary>What is wrong with the files, a sentence each; empty when they can be used.</summary>
    public static IEnumerable<string> Problems(IReadOnlyList<string> files)
    {
        foreach (var file in files)
        {
            string? problem = null;
            try
            {
                if (!File.ReadLines(file).Any())
                    problem = "is empty";
                else if (IsOfHashes(file) && !IsOrdered(file))
                    problem = "has SHA-1 hashes that are not in ascending order; sort it, or download the file that is ordered by hash";
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                problem = $"cannot be read: {e.Message}";
            }
            if (problem is not null)
                yield return $"--refused-passwords: {file} {problem}";
        }
    }

    private static bool IsSame(string line, string password) => line.Equals(password, StringComparison.OrdinalIgnoreCase);

    private static bool IsOfHashes(string file) => File.ReadLines(file).FirstOrDefault() is { } first && HashIn(first) is not null;

    /// <summary>The hash of a line <c>HASH</c> or <c>HASH:COUNT</c>, in upper case; <see langword="null"/> for another line.</summary>
    private static string? HashIn(string line) =>
        line.Length >= HashCharacters
        && (line.Length == HashCharacters || line[HashCharacters] == ':')
        && line.AsSpan(0, HashCharacters).IndexOfAnyExcept(Hexadecimal) < 0
            ? line[..HashCharacters].ToUpperInvariant()
            : null;

    [SuppressMessage("Security", "CA5350", Justification = "the published files have SHA-1; nothing is protected by it")]
    private static string Hash(string password) => Convert.ToHexString(SHA1.HashData(Encoding.UTF8.GetBytes(password)));

    private static bool HasHash(string file, string hash)
    {
        using var lines = new OrderedLines(file);
        return lines.FirstFrom(line => string.CompareOrdinal(HashIn(line), hash) >= 0) is { } found && HashIn(found) == hash;
    }

    // A file of 80 GB is not read whole at a start: one ordered otherwise, such as by frequency, fails at a few places already.
    private static bool IsOrdered(string file)
    {
        using var lines = new OrderedLines(file);
        var last = "";
        foreach (var hash in lines.Sample(1000).Select(HashIn))
        {
            if (hash is null || string.CompareOrdinal(hash, last) < 0)
                return false;
            last = hash;
        }
        return true;
    }
}
