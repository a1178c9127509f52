namespace IwTune.Lab;

/// <summary>The real programs, as built from this tree.</summary>
public static class Binaries
{
    // Programs come from the same build as the tests: build.sh builds for release, `dotnet test` for debugging.
#if DEBUG
    private const string Configuration = "debug";
#else
    private const string Configuration = "release";
#endif
    private static readonly Lazy<string> RootFound = new(FindRoot);

    /// <summary>The repository.</summary>
    public static string Root => RootFound.Value;

    /// <summary>The agent: the shipped one when it is published and not older than the last build, otherwise as built.</summary>
    public static string Agent => Published is { } shipped ? shipped : FrameworkAgent;

    /// <summary>The native agent; <see langword="null"/> when it is not published or is older than the last build.</summary>
    public static string? Published
    {
        get
        {
            var shipped = Path.Combine(Root, "artifacts/publish/agent/iwtune");
            var built = FrameworkAgent + ".dll";
            return File.Exists(shipped) && (!File.Exists(built) || File.GetLastWriteTimeUtc(shipped) >= File.GetLastWriteTimeUtc(built))
                ? shipped
                : null;
        }
    }

    /// <summary>The agent on the .NET runtime.</summary>
    public static string FrameworkAgent => Built("IwTune.Agent", "iwtune", "_net10.0");

    /// <summary>The agent for Windows as it is shipped: a folder with its own runtime.</summary>
    public static string WindowsFolder => Path.Combine(Root, "artifacts/publish/windows");

    /// <summary>The server for Windows as it is shipped: a folder with its own runtime.</summary>
    public static string WindowsServerFolder => Path.Combine(Root, "artifacts/publish/windows-server");

    /// <summary>The agent for Windows with signatures by bcrypt, because Wine lacks the calls that .NET's need.</summary>
    public static string WineAgent => Path.Combine(Root, "artifacts/publish/wine/iwtune.exe");

    /// <summary>The same before it was compiled for Windows: a runtime on Linux can load it.</summary>
    public static string WineAgentAssembly => Path.Combine(Root, "artifacts/publish/wine-assembly/iwtune.dll");

    /// <summary>The netsh of an emulated Windows, for Wine.</summary>
    public static string WineNetsh => Path.Combine(Root, "artifacts/publish/wine-netsh/netsh.exe");

    /// <summary>The Windows program that is not built, and how to build it, as a sentence; <see langword="null"/> when all are.</summary>
    public static string? WindowsMissing =>
        Directory.Exists(WindowsFolder) && File.Exists(WineAgent) && File.Exists(WineNetsh)
            ? null
            : "the agent for Windows is not published: run ./build.sh e2e or ./build.sh test";

    /// <summary>The server.</summary>
    public static string Server => Built("IwTune.Server", "iwtune-server");

    /// <summary>Thousands of agents in one process.</summary>
    public static string Swarm => Built("Swarm", "iwtune-swarm");

    /// <summary>The laboratory as a program.</summary>
    public static string Lab => Built("Lab", "iwtune-lab");

    /// <summary>A file that was built from a project of this repository.</summary>
    /// <param name="project">The name of its folder below <c>artifacts/bin</c>.</param>
    /// <param name="file">In that folder.</param>
    /// <param name="framework">The suffix of the folder's name, for a project that is built for several frameworks.</param>
    public static string Built(string project, string file, string framework = "") =>
        Path.Combine(Root, "artifacts/bin", project, Configuration + framework, file);

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            if (File.Exists(Path.Combine(folder.FullName, "IwTune.sln")))
                return folder.FullName;
        throw new LabException($"no IwTune.sln above {AppContext.BaseDirectory}: run from a build of the repository");
    }
}
