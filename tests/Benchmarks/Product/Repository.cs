namespace IwTune.Benchmarks.Product;

/// <summary>Where the repository is that this program was built from.</summary>
internal static class Repository
{
    public static string Root { get; } = Find();

    private static string Find()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            if (File.Exists(Path.Combine(folder.FullName, "IwTune.sln")))
                return folder.FullName;
        throw new BenchException($"IwTune.sln is in no folder above {AppContext.BaseDirectory}: run this from a build inside the repository.");
    }
}
