using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Storage;

/// <summary>One numbered step of the schema. Once released its text never changes; the checksum notices when it does.</summary>
internal sealed record Migration(int Number, string Name, string Sql)
{
    private const string Folder = ".Storage.Migrations.";

    public string Checksum { get; } = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Sql.ReplaceLineEndings("\n"))));

    /// <summary>The steps this server was built with, in order.</summary>
    /// <param name="dialect">A step whose text one database does not accept has a second text, named NUMBER_NAME.DIALECT.sql.</param>
    public static IReadOnlyList<Migration> Of(string dialect)
    {
        var assembly = typeof(Migration).Assembly;
        var found = new SortedDictionary<int, Migration>();
        // The common text comes before a dialect's own.
        foreach (
            var resource in assembly
                .GetManifestResourceNames()
                .Where(name => name.Contains(Folder, StringComparison.Ordinal))
                .OrderBy(name => name.Length)
        )
        {
            var parts = resource[(resource.IndexOf(Folder, StringComparison.Ordinal) + Folder.Length)..^".sql".Length].Split('.');
            if (parts.Length > 1 && parts[1] != dialect)
                continue;
            using var reader = new StreamReader(assembly.GetManifestResourceStream(resource)!);
            var number = int.Parse(parts[0].AsSpan(0, 4), CultureInfo.InvariantCulture);
            if (found.TryGetValue(number, out var other) && other.Name != parts[0])
                throw new InvalidOperationException($"Two steps of the schema have the number {number}: {other.Name} and {parts[0]}.");
            found[number] = new(number, parts[0], reader.ReadToEnd());
        }
        return [.. found.Values];
    }
}
