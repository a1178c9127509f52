namespace IwTune.Runner;

/// <summary>
/// Which of the server's tests run on both databases: those of features and of the store itself that open a store. What stands on top of features (pages,
/// hostile input, hosting) reads the same statements again and runs on SQLite alone; what makes its databases itself has the trait Store and runs once.
/// </summary>
internal static class StoreClasses
{
    private static readonly string[] Folders = ["Features", "Storage"];

    /// <param name="root">The repository.</param>
    public static IReadOnlyList<string> OnBoth(string root) =>
    [
        .. Folders.SelectMany(folder => Directory.EnumerateFiles(Path.Combine(root, "tests/Server.Tests", folder), "*.cs", SearchOption.AllDirectories))
            .Where(file => Path.GetFileNameWithoutExtension(file) is var name && (name.EndsWith("Tests", StringComparison.Ordinal) || name.EndsWith("Properties", StringComparison.Ordinal)))
            .Where(file => File.ReadAllText(file) is var text && (text.Contains("RunningServer", StringComparison.Ordinal) || text.Contains("TestStore", StringComparison.Ordinal)))
            .Select(file => Path.GetFileNameWithoutExtension(file))
            .Order(StringComparer.Ordinal),
    ];
}
