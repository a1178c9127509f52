using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>A hand-written file of the repository.</summary>
internal sealed partial record SourceFile(string Path, string Text)
{
    private static readonly string[] Skipped = [".git", "artifacts", "bin", "obj", "node_modules", "TestResults"];

    internal static string Root { get; } = FindRoot();

    /// <summary>Every file with one of these extensions, by its path from the root with forward slashes.</summary>
    internal static IReadOnlyList<SourceFile> All(params string[] extensions) =>
        [
            .. Walk(new DirectoryInfo(Root))
                .Where(file => extensions.Contains(file.Extension, StringComparer.Ordinal))
                .Select(Read)
                .OrderBy(file => file.Path, StringComparer.Ordinal),
        ];

    /// <summary>The C# code of the shipped product.</summary>
    internal static IReadOnlyList<SourceFile> Product => [.. All(".cs").Where(file => file.IsUnder("Shared", "Agent", "Server"))];

    internal int Lines => Text.Count(character => character == '\n');

    /// <summary>The text without comments and string literals, so that a mention of a name does not count as its use.</summary>
    internal string Code => Quoted().Replace(Comment().Replace(Text, ""), "\"\"");

    /// <summary>The string literals outside of comments, raw ones included.</summary>
    internal IEnumerable<string> Strings => Literal().Matches(Comment().Replace(Text, "")).Select(match => match.Value);

    /// <summary>The text without the content of its raw and verbatim strings, which are data.</summary>
    internal string WithoutData => Data().Replace(Text, "\"\"");

    internal bool IsUnder(params string[] folders) => folders.Any(folder => Path.StartsWith(folder + "/", StringComparison.Ordinal));

    private static SourceFile Read(FileInfo file) =>
        new(System.IO.Path.GetRelativePath(Root, file.FullName).Replace('\\', '/'), File.ReadAllText(file.FullName));

    private static IEnumerable<FileInfo> Walk(DirectoryInfo folder) =>
        folder
            .EnumerateFiles()
            .Concat(folder.EnumerateDirectories().Where(inner => !Skipped.Contains(inner.Name, StringComparer.Ordinal)).SelectMany(Walk));

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(System.IO.Path.Combine(folder.FullName, "IwTune.sln")))
            folder = folder.Parent ?? throw new InvalidOperationException("these tests read the repository: run them from within it");
        return folder.FullName;
    }

    [GeneratedRegex(@"^\s*//.*$|(?<=[\s;{])//\s.*$", RegexOptions.Multiline)]
    private static partial Regex Comment();

    [GeneratedRegex(@"""(\\.|[^""\\\n])*""")]
    private static partial Regex Quoted();

    [GeneratedRegex(@"""{3}[\s\S]*?""{3}|""(\\.|[^""\\\n])*""")]
    private static partial Regex Literal();

    [GeneratedRegex(@"""{3}[\s\S]*?""{3}|@""(?:[^""]|"""")*""")]
    private static partial Regex Data();
}
