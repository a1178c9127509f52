namespace IwTune.Lab.Packages;

/// <summary>An installer for Windows, and its tables as msiinfo reads them, which is not part of the tools that made it.</summary>
/// <param name="file">The .msi.</param>
public sealed class WindowsInstaller(string file)
{
    /// <summary>Why none can be made here, as a sentence; <see langword="null"/> when it can.</summary>
    public static string? Missing => MissingFor(Path.Combine(Binaries.WindowsFolder, "iwtune.exe"));

    /// <summary>The same for the server's.</summary>
    public static string? ServerMissing => MissingFor(Path.Combine(Binaries.WindowsServerFolder, "iwtune-server.exe"));

    /// <summary>The file.</summary>
    public string File { get; } = file;

    /// <summary>Makes one with the project's own script.</summary>
    /// <param name="version">Three numbers.</param>
    /// <param name="folder">The published agent or server.</param>
    /// <param name="path">The .msi to be made.</param>
    /// <param name="make">The script's function: <c>msi</c> for the agent, <c>server_msi</c> for the server.</param>
    public static WindowsInstaller Build(string version, string folder, string path, string make = "msi")
    {
        Commands.Run(
            "bash",
            "-euc",
            "cd \"$1\"; . build/setup.sh; . build/windows.sh; . build/windows-server.sh; \"$0\" \"$2\" \"$3\" \"$4\"",
            make,
            Binaries.Root,
            version,
            folder,
            path
        );
        return new(path);
    }

    private static string? MissingFor(string program) =>
        !Commands.Installed("wixl") || !Commands.Installed("msiinfo")
            ? "the tools for Windows' installers are missing: apt install wixl msitools"
        : !System.IO.File.Exists(program) ? $"{program} is not published: run ./build.sh e2e or ./build.sh test"
        : null;

    /// <summary>The rows of a table: each a value by the name of its column.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, string>> Table(string name)
    {
        var lines = Commands
            .Run("msiinfo", "export", File, name)
            .Split('\n')
            .Select(line => line.TrimEnd('\r'))
            .Where(line => line.Length > 0)
            .ToList();
        var columns = lines[0].Split('\t');
        return
        [
            .. lines
                .Skip(3)
                .Select(line =>
                    columns.Zip(line.Split('\t')).ToDictionary(cell => cell.First, cell => cell.Second, StringComparer.Ordinal)
                ),
        ];
    }

    /// <summary>The one row of a table that has this value in its first column.</summary>
    public IReadOnlyDictionary<string, string> Row(string table, string key) =>
        Table(table).FirstOrDefault(row => row.First().Value == key) ?? throw new LabException($"{table} has no row {key}");

    /// <summary>Unpacks it without Windows.</summary>
    /// <returns>The package's own installation folder.</returns>
    public string Extract(string into)
    {
        Directory.CreateDirectory(into);
        Commands.Run("msiextract", "--directory", into, File);
        return Directory.EnumerateFiles(into, "iwtune*.exe", SearchOption.AllDirectories).Select(Path.GetDirectoryName).Single()!;
    }
}
