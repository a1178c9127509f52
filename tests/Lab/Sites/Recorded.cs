namespace IwTune.Lab;

/// <summary>
/// A file of the repository, or a part of one, that is generated from the code: compared in every test run, rewritten by <c>./build.sh
/// snapshots</c>.
/// </summary>
public static class Recorded
{
    private const string Renew = "IWTUNE_RENEW";

    /// <summary>True when recorded files are to be written anew.</summary>
    public static bool Renewing => Environment.GetEnvironmentVariable(Renew) == "1";

    /// <summary>Compares a whole file.</summary>
    /// <param name="path">In the repository: <c>docs/openapi.json</c>.</param>
    /// <param name="current">The expected content.</param>
    /// <returns>What to do when it differs; <see langword="null"/> when it does not.</returns>
    public static string? Problem(string path, string current)
    {
        var (file, text) = (Path.Combine(Root(), path), current.ReplaceLineEndings("\n").TrimEnd() + "\n");
        if (Renewing)
            File.WriteAllText(file, text);
        return File.Exists(file) && File.ReadAllText(file) == text
            ? null
            : $"{path} is not current: run ./build.sh snapshots and review the difference.";
    }

    /// <summary>Compares the text between <c>&lt;!-- NAME --&gt;</c> and <c>&lt;!-- end of NAME --&gt;</c>.</summary>
    /// <inheritdoc cref="Problem(string, string)"/>
    public static string? Problem(string path, string name, string current)
    {
        var (whole, begin, end) = (File.ReadAllText(Path.Combine(Root(), path)), $"<!-- {name} -->\n", $"<!-- end of {name} -->");
        var (from, to) = (whole.IndexOf(begin, StringComparison.Ordinal), whole.IndexOf(end, StringComparison.Ordinal));
        return from < 0 || to < from
            ? $"{path} has no lines <!-- {name} --> and {end}."
            : Problem(path, whole[..(from + begin.Length)] + current.ReplaceLineEndings("\n").TrimEnd() + "\n" + whole[to..]);
    }

    /// <summary>The repository.</summary>
    public static string Root()
    {
        var directory = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(directory.FullName, "IwTune.sln")))
            directory = directory.Parent ?? throw new InvalidOperationException($"{AppContext.BaseDirectory} is not in the repository.");
        return directory.FullName;
    }
}
