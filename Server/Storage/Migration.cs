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
    public static IReadOnlyList<Migration> Embedded { get; } = Read();

    private static List<Migration> Read()
    {
        var assembly = typeof(Migration).Assembly;
        var found = new List<Migration>();
        foreach (var resource in assembly.GetManifestResourceNames().Order(StringComparer.Ordinal))
        {
            var at = resource.IndexOf(Folder, StringComparison.Ordinal);
            if (at < 0)
                continue;
            var name = resource[(at + Folder.Length)..^".sql".Length];
            using var reader = new StreamReader(assembly.GetManifestResourceStream(resource)!);
            found.Add(new(int.Parse(name.AsSpan(0, 4), CultureInfo.InvariantCulture), name, reader.ReadToEnd()));
        }
        return found;
    }
}
