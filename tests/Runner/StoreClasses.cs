namespace IwTune.Runner;

/// <summary>
/// Which of the server's tests run on both databases: those of features and of the store itself that open a store. What stands on top of features (pages,
/// hostile input, hosting) reads the same statements again and runs on SQLite alone; what makes its databases itself has the trait Store and runs once.
/// </summary>
internal static class StoreClasses
{
    private static readonly string[] Folders = ["Features", "Storage"];

    /// <param name="root">The repository.</param>
    public static IReadOnlyList<string> OnBoth(string root) => [.. Folders.SelectMany(folder => Opening(Path.Combine(root, "tests/Server.Tests", folder))).Order(StringComparer.Ordinal)];

    /// <summary>Every class of the server's tests that opens a store; most of them start a whole server for each test.</summary>
    /// <param name="root">The repository.</param>
    public static IReadOnlyList<string> All(string root) => [.. Opening(Path.Combine(root, "tests/Server.Tests")).Order(StringComparer.Ordinal)];

    private static IEnumerable<string> Opening(string folder) =>
        from file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
        let name = Path.GetFileNameWithoutExtension(file)
        where name.EndsWith("Tests", StringComparison.Ordinal) || name.EndsWith("Properties", StringComparison.Ordinal)
        let text = File.ReadAllText(file)
        where text.Contains("RunningServer", StringComparison.Ordinal) || text.Contains("TestStore", StringComparison.Ordinal)
        select name;
}
