namespace IwTune.Runner;

/// <summary>
/// The server's tests that run on both databases: those of features and of the store itself that open a store. Tests above features (pages,
/// hostile input, hosting) repeat the same statements and run on SQLite alone. Classes that make their own databases have the trait Store
/// and run once.
/// </summary>
internal static class StoreClasses
{
    private static readonly string[] Folders = ["Features", "Storage"],
        Doors = ["RunningServer", "TestStore"];

    /// <param name="root">The repository.</param>
    public static IReadOnlyList<string> OnBoth(string root) =>
        [
            .. Folders
                .SelectMany(folder => Naming(Path.Combine(root, "tests/Server.Tests", folder), Doors).Where(IsTests))
                .Order(StringComparer.Ordinal),
        ];

    /// <summary>
    /// Every class of the server's tests that opens a store, itself or through a shared fixture; most of them start a server for each test.
    /// </summary>
    /// <param name="root">The repository.</param>
    public static IReadOnlyList<string> All(string root)
    {
        var folder = Path.Combine(root, "tests/Server.Tests");
        string[] doors = [.. Doors, "PostgresCluster", .. Naming(folder, Doors).Where(name => !IsTests(name))];
        return [.. Naming(folder, doors).Where(IsTests).Order(StringComparer.Ordinal)];
    }

    private static bool IsTests(string name) =>
        name.EndsWith("Tests", StringComparison.Ordinal) || name.EndsWith("Properties", StringComparison.Ordinal);

    /// <summary>The classes below a folder that contain one of these names.</summary>
    private static IEnumerable<string> Naming(string folder, string[] words) =>
        from file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
        let text = File.ReadAllText(file)
        where words.Any(word => text.Contains(word, StringComparison.Ordinal))
        select Path.GetFileNameWithoutExtension(file);
}
