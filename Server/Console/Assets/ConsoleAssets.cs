using System.Reflection;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Console.Assets;

/// <summary>
/// The console's files, embedded in the executable. They share one address prefix, which changes with any of them, so that browsers may
/// cache them forever.
/// </summary>
public static class ConsoleAssets
{
    /// <summary>Where the files are served.</summary>
    public const string Root = "/assets";

    /// <summary>The one style sheet: every file of <c>css/</c>, whose order the layers decide.</summary>
    public const string StyleSheet = "console.css";

    private const string Prefix = "wwwroot/";
    private const string Layers = "@layer tokens, base, layout, components, pages, print;\n";

    private static readonly Dictionary<string, ConsoleAsset> Files = Load();

    /// <summary>Changes with the content of any file.</summary>
    public static string Version { get; } = VersionOf(Files);

    /// <summary>The address of a file: <c>/assets/3f2a…/js/console.js</c>.</summary>
    /// <exception cref="KeyNotFoundException">No such file was built in: a mistake of the page that asks.</exception>
    public static string Url(string path) =>
        Files.ContainsKey(path) ? $"{Root}/{Version}/{path}" : throw new KeyNotFoundException($"The console has no asset '{path}'.");

    /// <summary>The file, or <see langword="null"/>.</summary>
    public static ConsoleAsset? Find(string path) => Files.GetValueOrDefault(path);

    private static Dictionary<string, ConsoleAsset> Load()
    {
        var files = new SortedDictionary<string, byte[]>(StringComparer.Ordinal);
        var assembly = Assembly.GetExecutingAssembly();
        foreach (var name in assembly.GetManifestResourceNames().Where(n => n.StartsWith(Prefix, StringComparison.Ordinal)))
        {
            using var stream = assembly.GetManifestResourceStream(name)!;
            using var copy = new MemoryStream();
            stream.CopyTo(copy);
            files[name[Prefix.Length..].Replace('\\', '/')] = copy.ToArray();
        }
        files[StyleSheet] = Encoding.UTF8.GetBytes(
            Layers
                + string.Concat(
                    files.Where(f => f.Key.EndsWith(".css", StringComparison.Ordinal)).Select(f => Encoding.UTF8.GetString(f.Value))
                )
        );
        return files.ToDictionary(f => f.Key, f => new ConsoleAsset(f.Value, TypeOf(f.Key)), StringComparer.Ordinal);
    }

    private static string VersionOf(Dictionary<string, ConsoleAsset> files)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var (path, file) in files.OrderBy(f => f.Key, StringComparer.Ordinal))
        {
            hash.AppendData(Encoding.UTF8.GetBytes(path));
            hash.AppendData(file.Content);
        }
        return Convert.ToHexStringLower(hash.GetHashAndReset())[..12];
    }

    private static string TypeOf(string path) =>
        Path.GetExtension(path) switch
        {
            ".css" => "text/css; charset=utf-8",
            ".js" => "text/javascript; charset=utf-8",
            ".svg" => "image/svg+xml; charset=utf-8",
            _ => "text/plain; charset=utf-8",
        };
}

/// <summary>One file of the console.</summary>
/// <param name="Content">Its bytes.</param>
/// <param name="ContentType">Its media type.</param>
public sealed record ConsoleAsset(byte[] Content, string ContentType);
